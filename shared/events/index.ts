import { z } from 'zod';
import { TimeSchema } from '../domain/text.ts';
import { channelEvents } from './channel.events.ts';
import { contactEvents } from './contacts.events.ts';
import { mediaEvents } from './media.events.ts';
import { messageEvents } from './messages.events.ts';
import { settingsEvents } from './settings.events.ts';
import { templateEvents } from './templates.events.ts';
import { webhookEvents } from './webhooks.events.ts';

/** Every event there is. A new one is a line in a feature's file; a new feature is a line here. */
export const EVENTS = {
  ...contactEvents,
  ...mediaEvents,
  ...messageEvents,
  ...settingsEvents,
  ...templateEvents,
  ...channelEvents,
  ...webhookEvents,
};

export type EventName = keyof typeof EVENTS;
export type EventPayload<Name extends EventName> = z.infer<(typeof EVENTS)[Name]['payload']>;

/**
 * An event on its way to a screen. `name` and `payload` are absent when the receiver's role may not
 * see it. `seq` counts the workspace's events without gaps, in commit order.
 */
export const EventEnvelopeSchema = z.strictObject({
  seq: z.int(),
  name: z.string().optional(),
  payload: z.unknown().optional(),
  createdAt: TimeSchema.optional(),
});

export type EventEnvelope = z.infer<typeof EventEnvelopeSchema>;

/** What the server emits on the socket; nothing else ever travels on it. */
export interface ServerToClientEvents {
  event: (envelope: EventEnvelope) => void;
  /** Heartbeat with the latest sequence number, so that a lost emit is noticed without traffic. */
  tick: (latest: { seq: number }) => void;
}
