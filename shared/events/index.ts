import { z } from 'zod';
import { TimeSchema } from '../domain/text.ts';
import { assistEvents } from './assist.events.ts';
import { automationEvents } from './automation.events.ts';
import { broadcastEvents } from './broadcasts.events.ts';
import { channelEvents } from './channel.events.ts';
import { contactEvents } from './contacts.events.ts';
import { mediaEvents } from './media.events.ts';
import { messageEvents } from './messages.events.ts';
import { noteEvents } from './notes.events.ts';
import type { PresenceSignal, PresenceUpdate } from './presence.ts';
import { rehearsalEvents } from './rehearsals.events.ts';
import { settingsEvents } from './settings.events.ts';
import { templateEvents } from './templates.events.ts';
import { webhookEvents } from './webhooks.events.ts';

/** All events. Add an event in the file of its feature, and a new feature here. */
export const EVENTS = {
  ...contactEvents,
  ...mediaEvents,
  ...messageEvents,
  ...noteEvents,
  ...rehearsalEvents,
  ...settingsEvents,
  ...templateEvents,
  ...assistEvents,
  ...automationEvents,
  ...broadcastEvents,
  ...channelEvents,
  ...webhookEvents,
};

export type EventName = keyof typeof EVENTS;
export type EventPayload<Name extends EventName> = z.infer<(typeof EVENTS)[Name]['payload']>;

/**
 * An event as the dashboard receives it. `name` and `payload` are absent if the receiver's role may not see
 * it. `seq` numbers the workspace's events without gaps, in commit order.
 */
export const EventEnvelopeSchema = z.strictObject({
  seq: z.int(),
  name: z.string().optional(),
  payload: z.unknown().optional(),
  createdAt: TimeSchema.optional(),
});

export type EventEnvelope = z.infer<typeof EventEnvelopeSchema>;

/** A draft has changed on some device. */
export interface DraftSignal {
  kind: 'draft';
  conversationId: string;
  /** The draft as it is now; null: it was sent or discarded. */
  revision: string | null;
}

/** A colleague has copied the reply that the member is writing. */
export interface DraftTakenSignal {
  kind: 'draft_taken';
  conversationId: string;
  /** The name of the colleague. */
  by: string;
}

/** What concerns one member alone, on all their devices. Not stored, and not numbered: it may be lost. */
export type MemberSignal = DraftSignal | DraftTakenSignal;

/** The events that the server emits on the socket. */
export interface ServerToClientEvents {
  event: (envelope: EventEnvelope) => void;
  /** Heartbeat with the latest sequence number, so that clients notice a lost event. */
  tick: (latest: { seq: number }) => void;
  /** Who has which conversation on the screen. Not stored, and not numbered. */
  presence: (update: PresenceUpdate) => void;
  member: (signal: MemberSignal) => void;
}

/** What a dashboard sends on the socket. Everything else that it does goes over HTTP. */
export interface ClientToServerEvents {
  presence: (signal: PresenceSignal) => void;
}
