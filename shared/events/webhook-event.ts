import { z } from 'zod';
import { ContactSchema } from '../contract/contacts.contract.ts';
import { MessageSchema } from '../contract/messages.contract.ts';
import { TimeSchema } from '../domain/text.ts';
import { WEBHOOK_EVENT_TYPES } from '../domain/webhook-values.ts';

export const WebhookEventTypeSchema = z.enum(WEBHOOK_EVENT_TYPES);

/** The version of the body format. An endpoint keeps the version it was created with. */
export const WEBHOOK_API_VERSION = '2026-11-01';

/** The body of a webhook, with the data as of the time of the event. */
export const WebhookEventSchema = z
  .strictObject({
    id: z.string().describe('The same in every attempt to deliver this event; use it to detect duplicates'),
    type: WebhookEventTypeSchema.describe(
      'A customer wrote; or an outbound message was sent, delivered, read or failed',
    ),
    apiVersion: z.string(),
    timestamp: TimeSchema.describe('When it happened'),
    tenantId: z.string().describe('The workspace'),
    seq: z.int().describe("Numbers the workspace's events in order"),
    conversationSeq: z.int().describe("Numbers the conversation's events in order"),
    data: z.strictObject({ message: MessageSchema, contact: ContactSchema }),
  })
  .meta({ id: 'WebhookEvent' });

export type WebhookEvent = z.infer<typeof WebhookEventSchema>;
