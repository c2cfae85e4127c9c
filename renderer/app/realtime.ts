import type { EventEnvelope, EventName } from '../../shared/events/index.ts';
import { apiKeysRealtime } from '../features/api-keys/api-keys.realtime.ts';
import { auditLogRealtime } from '../features/audit-log/audit-log.realtime.ts';
import { cloudApiRealtime } from '../features/cloud-api/cloud-api.realtime.ts';
import { contactsRealtime } from '../features/contacts/contacts.realtime.ts';
import { inboxRealtime } from '../features/inbox/inbox.realtime.ts';
import { inferenceRealtime } from '../features/inference/inference.realtime.ts';
import { membersRealtime } from '../features/members/members.realtime.ts';
import { templatesRealtime } from '../features/templates/templates.realtime.ts';
import { webhooksRealtime } from '../features/webhooks/webhooks.realtime.ts';
import type { EventHandlers } from '../lib/event-handlers.ts';
import { desktopNoticesRealtime } from './desktop-notices.ts';
import { sessionChannelRealtime } from './session-channel.ts';
import { webhookNoticesRealtime } from './webhook-notices.tsx';

/** Who acts on events. A name may matter to several features; each gets it, in this order. */
const parts = [
  contactsRealtime,
  inboxRealtime,
  desktopNoticesRealtime,
  apiKeysRealtime,
  inferenceRealtime,
  membersRealtime,
  auditLogRealtime,
  templatesRealtime,
  sessionChannelRealtime,
  cloudApiRealtime,
  // Before the refresh: it asks what this page knew until now.
  webhookNoticesRealtime,
  webhooksRealtime,
] as const;

type Handled = KeysOf<(typeof parts)[number]>;
type KeysOf<Part> = Part extends unknown ? keyof Part : never;

/** Every event has a handler: an event that nobody handles does not compile, and the error names it. */
const isTotal: Exclude<EventName, Handled> extends never ? true : Exclude<EventName, Handled> = true;

/** Applies one event to the stores. An envelope without a name is one that this role may not see. */
export function applyEvent(envelope: EventEnvelope): void {
  const { name, payload } = envelope;
  if (!isTotal || name === undefined) return;
  for (const part of parts) {
    const handlers: EventHandlers = part;
    // Names of a newer server are skipped; the payload is what our own contract says for the name.
    if (Object.hasOwn(handlers, name)) (handlers[name as EventName] as (payload: unknown) => void)(payload);
  }
}
