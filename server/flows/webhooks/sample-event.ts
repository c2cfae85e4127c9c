import type { WebhookEvent, WebhookEventType } from '../../../shared/events/webhook-event.ts';
import { ada } from '../../kernel/openapi/examples/contacts.ts';
import { received, sent } from '../../kernel/openapi/examples/messages.ts';

/** What a test event tells: the examples of the API's document, as if they happened now. */
export function sampleOf(type: WebhookEventType, now: Date): WebhookEvent['data'] {
  const createdAt = now.toISOString();
  const message =
    type === 'message.received' ? { ...received, createdAt } : { ...sent, createdAt, sentAt: createdAt };
  return { message, contact: { ...ada, updatedAt: createdAt } } as WebhookEvent['data'];
}
