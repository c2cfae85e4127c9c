import type { EventEnvelope, EventName } from '../../../shared/events/index.ts';
import { apiKeysRealtime } from '../../features/api-keys/api-keys.realtime.ts';
import { assignmentRealtime } from '../../features/assignment/assignment.queries.ts';
import { auditLogRealtime } from '../../features/audit-log/audit-log.realtime.ts';
import { automationRealtime } from '../../features/automation/automation.realtime.ts';
import { broadcastsRealtime } from '../../features/broadcasts/broadcasts.queries.ts';
import { cloudApiRealtime } from '../../features/channel/cloud-api.realtime.ts';
import { contactsRealtime } from '../../features/contacts/contacts.realtime.ts';
import { inboxRealtime } from '../../features/inbox/inbox.realtime.ts';
import { inferenceRealtime } from '../../features/inference/inference.realtime.ts';
import { notificationsRealtime } from '../../features/notifications/notifications.queries.ts';
import { membersRealtime } from '../../features/people/members.realtime.ts';
import { rehearsalRealtime } from '../../features/rehearsal/rehearsal.realtime.ts';
import { templatesRealtime } from '../../features/templates/templates.realtime.ts';
import { webhooksRealtime } from '../../features/webhooks/webhooks.realtime.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { assistRealtime } from '../../lib/assist-settings.ts';
import { adminNoticesRealtime } from '../notices/admin-notices.ts';
import { noticesRealtime } from '../notices/notices.ts';
import { updateWorkspaceSettings, useSessionState } from '../session.store.ts';

/** Updates the workspace and its channel in the session. */
const sessionRealtime = {
  'workspace.changed': ({ settings }) => updateWorkspaceSettings(settings),
  'channel.updated': ({ channel }) =>
    useSessionState.setState((state) => {
      if (state.phase !== 'signed-in') return state;
      const { session } = state;
      const known = session.workspace.channel;
      const connected = channel.state !== 'not_connected';
      const workspace = { ...session.workspace, channel: { ...known, ...channel, connected } };
      return { ...state, session: { ...session, workspace } };
    }),
} satisfies EventHandlers;

/** The event handlers of all features. An event is passed to each feature that handles it, in this order. */
const parts = [
  contactsRealtime,
  // Runs before the inbox, because it compares with the known state.
  noticesRealtime,
  inboxRealtime,
  apiKeysRealtime,
  inferenceRealtime,
  membersRealtime,
  assignmentRealtime,
  assistRealtime,
  notificationsRealtime(() => {
    const state = useSessionState.getState();
    return state.phase === 'signed-in' ? state.session.user.id : null;
  }),
  auditLogRealtime,
  automationRealtime,
  broadcastsRealtime,
  rehearsalRealtime,
  templatesRealtime,
  sessionRealtime,
  cloudApiRealtime,
  // Runs before the refresh, because it compares with the known state.
  adminNoticesRealtime,
  webhooksRealtime,
] as const;

type Handled = KeysOf<(typeof parts)[number]>;
type KeysOf<Part> = Part extends unknown ? keyof Part : never;

/** Does not compile while an event has no handler; the error names the event. */
const isTotal: Exclude<EventName, Handled> extends never ? true : Exclude<EventName, Handled> = true;

/** Applies one event to the stores. An envelope without a name is an event that this role may not see. */
export function applyEvent(envelope: EventEnvelope): void {
  const { name, payload } = envelope;
  if (!isTotal || name === undefined) return;
  for (const part of parts) {
    const handlers: EventHandlers = part;
    // Events of a newer server are skipped.
    if (Object.hasOwn(handlers, name)) (handlers[name as EventName] as (payload: unknown) => void)(payload);
  }
}
