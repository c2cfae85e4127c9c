import { z } from 'zod';
import { ContactSchema } from '../contract/contacts.contract.ts';
import { MessageSchema } from '../contract/messages.contract.ts';
import { TimeSchema } from '../domain/text.ts';

/** What an integrator's endpoint is sent: who said or saw what, frozen at the time of the event. */
export const WebhookEventSchema = z
  .strictObject({
    id: z.string().describe('The same in every attempt to deliver this event: know it again by this'),
    type: z
      .enum(['message.received', 'message.updated'])
      .describe('A customer wrote; or an outbound message was sent, delivered, read or failed'),
    apiVersion: z.string(),
    timestamp: TimeSchema.describe('When it happened'),
    tenantId: z.string().describe('The workspace'),
    seq: z.int().describe("Counts the workspace's events, in their order"),
    conversationSeq: z.int().describe("Counts the conversation's events, in their order"),
    data: z.strictObject({ message: MessageSchema, contact: ContactSchema }),
  })
  .meta({ id: 'WebhookEvent' });
