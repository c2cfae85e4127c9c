import type { WebhookEvent, WebhookEventType } from '../../../shared/events/webhook-event.ts';
import { WEBHOOK_SAMPLES } from '../../../shared/events/webhook-samples.ts';

/** What a test event tells: the sample that the dashboard shows, as if it happened now. */
export function sampleOf(type: WebhookEventType, now: Date): WebhookEvent['data'] {
  const at = now.toISOString();
  const { contact, message } = WEBHOOK_SAMPLES[type].data;
  return {
    message: {
      ...message,
      createdAt: at,
      sentAt: message.sentAt && at,
      deliveredAt: message.deliveredAt && at,
    },
    contact: { ...contact, updatedAt: at },
  };
}
