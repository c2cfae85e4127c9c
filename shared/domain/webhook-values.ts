/** The events that integrators can subscribe to. */
export const WEBHOOK_EVENT_TYPES = ['message.received', 'message.updated'] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** The states of a delivery. */
export const WEBHOOK_DELIVERY_STATES = ['pending', 'held', 'succeeded', 'failed'] as const;
