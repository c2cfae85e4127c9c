import { z } from 'zod';
import { ChannelSchema } from '../contract/channel/channel.ts';
import { ContactSchema } from '../contract/contacts.contract.ts';
import { MessageSchema } from '../contract/messages.contract.ts';
import { BroadcastSchema } from '../contract/public/broadcasts.contract.ts';
import { PublicConversationSchema } from '../contract/public/conversations.contract.ts';
import { RULE_TRIGGERS } from '../domain/automation/rules.ts';
import { idSchema } from '../domain/ids.ts';
import { TimeSchema } from '../domain/text.ts';
import {
  MESSAGE_EVENT_TYPES,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from '../domain/webhooks/webhook-values.ts';

export const WebhookEventTypeSchema = z.enum(WEBHOOK_EVENT_TYPES);

/** The version of the body format. An endpoint keeps the version it was created with. */
export const WEBHOOK_API_VERSION = '2026-11-01';

const id = z
  .string()
  .describe('The same in every attempt to deliver this event; use it to detect duplicates');
const envelope = {
  apiVersion: z.string(),
  timestamp: TimeSchema.describe('When it happened'),
  tenantId: z.string().describe('The workspace'),
  seq: z.int().describe("Numbers the workspace's events in order"),
};

/** The body of a webhook about a message, with the data as of the time of the event. */
export const WebhookEventSchema = z
  .strictObject({
    id,
    type: z.enum(MESSAGE_EVENT_TYPES).describe('What happened to the message'),
    ...envelope,
    conversationSeq: z
      .int()
      .describe(
        'Numbers the events `message.received` and `message.updated` of a conversation in order; other events have the number of the latest of these',
      ),
    data: z.strictObject({ message: MessageSchema, contact: ContactSchema }),
  })
  .meta({ id: 'WebhookEvent' });

/** The body of a webhook about a contact. */
export const ContactEventSchema = z
  .strictObject({
    id,
    type: z.enum(['contact.created', 'contact.updated']),
    ...envelope,
    data: z.strictObject({ contact: ContactSchema }),
  })
  .meta({ id: 'ContactEvent' });

/** The body of a webhook about a contact that was deleted, of which nothing else is left, or merged into another one. */
export const ContactDeletedEventSchema = z
  .strictObject({
    id,
    type: z.literal('contact.deleted'),
    ...envelope,
    data: z.strictObject({
      contact: z.strictObject({
        id: idSchema('contact'),
        mergedInto: idSchema('contact')
          .nullable()
          .describe('The contact that it was merged into, which has its data; null when it was deleted'),
      }),
    }),
  })
  .meta({ id: 'ContactDeletedEvent' });

/** A conversation in an event. Until when it should be answered depends on rules that may change: ask for it. */
export const EventConversationSchema = PublicConversationSchema.omit({ responseDueAt: true }).meta({
  id: 'EventConversation',
});

/** The body of a webhook about the work state of a conversation. */
export const ConversationEventSchema = z
  .strictObject({
    id,
    type: z.literal('conversation.updated'),
    ...envelope,
    data: z.strictObject({ conversation: EventConversationSchema }),
  })
  .meta({ id: 'ConversationEvent' });

/** The body of a webhook about the connection of the workspace's number. */
export const ChannelEventSchema = z
  .strictObject({
    id,
    type: z.literal('channel.updated'),
    ...envelope,
    data: z.strictObject({
      channel: ChannelSchema.pick({ state: true, since: true }).extend({
        problem: z.string().nullable().describe('What is wrong with the connection; null while it works'),
      }),
    }),
  })
  .meta({ id: 'ChannelEvent' });

/** The body of a webhook about a broadcast that is done. */
export const BroadcastEventSchema = z
  .strictObject({
    id,
    type: z.literal('broadcast.completed'),
    ...envelope,
    data: z.strictObject({ broadcast: BroadcastSchema }),
  })
  .meta({ id: 'BroadcastEvent' });

/** The body of a webhook about a rule of automation that ran. */
export const AutomationEventSchema = z
  .strictObject({
    id,
    type: z.literal('automation.triggered'),
    ...envelope,
    data: z.strictObject({
      rule: z.strictObject({ id: idSchema('automationRule'), name: z.string() }),
      trigger: z.enum(RULE_TRIGGERS).describe('What started the rule'),
      messageId: idSchema('message')
        .nullable()
        .describe('The message that started it; null for other causes'),
      contact: ContactSchema,
      conversation: EventConversationSchema,
    }),
  })
  .meta({ id: 'AutomationEvent' });

/** The schema of each type of event. */
export const WEBHOOK_SCHEMAS = {
  ...(Object.fromEntries(MESSAGE_EVENT_TYPES.map((type) => [type, WebhookEventSchema])) as Record<
    (typeof MESSAGE_EVENT_TYPES)[number],
    typeof WebhookEventSchema
  >),
  'contact.created': ContactEventSchema,
  'contact.updated': ContactEventSchema,
  'contact.deleted': ContactDeletedEventSchema,
  'conversation.updated': ConversationEventSchema,
  'channel.updated': ChannelEventSchema,
  'broadcast.completed': BroadcastEventSchema,
  'automation.triggered': AutomationEventSchema,
} as const satisfies Readonly<Record<WebhookEventType, z.ZodType>>;

export type WebhookEvent = z.infer<typeof WebhookEventSchema>;
/** An event of any type. */
export type AnyWebhookEvent = z.infer<(typeof WEBHOOK_SCHEMAS)[WebhookEventType]>;
