/** The events about messages. */
export const MESSAGE_EVENT_TYPES = [
  'message.received',
  'message.updated',
  'message.created',
  'message.edited',
  'message.deleted',
  'message.reaction',
] as const;

/** The events that integrators can subscribe to. */
export const WEBHOOK_EVENT_TYPES = [
  ...MESSAGE_EVENT_TYPES,
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'conversation.updated',
  'channel.updated',
  'broadcast.completed',
  'automation.triggered',
] as const;

/** Stands for all events, also those that are added later. */
export const EVERY_EVENT = '*';

/** What an endpoint can subscribe to. */
export const WEBHOOK_SUBSCRIPTIONS = [...WEBHOOK_EVENT_TYPES, EVERY_EVENT] as const;
export type WebhookSubscription = (typeof WEBHOOK_SUBSCRIPTIONS)[number];

/** Returns the event types that a subscription names. */
export function eventTypesOf(events: readonly WebhookSubscription[]): readonly WebhookEventType[] {
  return events.includes(EVERY_EVENT)
    ? WEBHOOK_EVENT_TYPES
    : WEBHOOK_EVENT_TYPES.filter((type) => events.includes(type));
}

/** What an endpoint receives when nothing else is chosen. */
export const DEFAULT_EVENT_TYPES: readonly WebhookEventType[] = ['message.received', 'message.updated'];
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** The states of a delivery. */
export const WEBHOOK_DELIVERY_STATES = ['pending', 'held', 'succeeded', 'failed'] as const;

/** What deliveries can be filtered by: their states, and those that were tried and are not delivered yet. */
export const WEBHOOK_DELIVERY_FILTERS = ['pending', 'failing', 'held', 'succeeded', 'failed'] as const;

/** The classes of the last response of a delivery; `none` when an attempt got no response. */
export const WEBHOOK_ANSWERS = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type WebhookAnswer = (typeof WEBHOOK_ANSWERS)[number];

/** How a test listener answers: 200, 500, or not before the endpoint's timeout. */
export const WEBHOOK_LISTENER_ANSWERS = ['ok', 'error', 'slow'] as const;
export type WebhookListenerAnswer = (typeof WEBHOOK_LISTENER_ANSWERS)[number];

/** The URL of every test listener. By RFC 2606, no such host exists: nothing is ever sent to it. */
export const WEBHOOK_LISTENER_URL = 'https://test-listener.invalid/';
/** How long a test listener exists. */
export const WEBHOOK_LISTENER_HOURS = 24;
