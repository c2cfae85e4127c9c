import { z } from 'zod';
import { EmojiSchema } from '../domain/emoji.ts';
import { idSchema } from '../domain/ids.ts';
import { MESSAGE_STATUSES } from '../domain/message-status.ts';
import { TimeSchema } from '../domain/text.ts';
import { CursorSchema, errors, pageOf, pageQuery, route } from './base.ts';
import { InboundFactsSchema } from './inbound-facts.ts';
import { MediaSchema } from './media.contract.ts';
import { SendMessageSchema } from './send-message.ts';

export const MESSAGE_TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'template',
  'location',
  'contacts',
  'button',
  'interactive',
  'order',
  'system',
  'unsupported',
] as const;

export const MessageErrorSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  details: z.string().nullable(),
});

/** At most one reaction by the customer and one by the workspace. Taking a reaction back removes it. */
const ReactionSchema = z.strictObject({
  direction: z.enum(['inbound', 'outbound']).describe('Whose it is: the customer’s or ours'),
  emoji: z.string(),
  at: TimeSchema,
});

const EditSchema = z.strictObject({
  content: z.string().nullable(),
  caption: z.string().nullable(),
  at: TimeSchema.describe('When it stopped saying this'),
});

export const MessageSchema = z
  .strictObject({
    id: idSchema('message'),
    contactId: z.string().nullable().describe("The contact's phone number"),
    contact: idSchema('contact'),
    direction: z.enum(['inbound', 'outbound']),
    type: z.enum(MESSAGE_TYPES),
    status: z.enum(MESSAGE_STATUSES),
    content: z
      .string()
      .nullable()
      .describe('The text; of a pressed button or a chosen list entry, its title'),
    templateName: z.string().nullable(),
    templateLanguage: z.string().nullable(),
    components: z
      .array(z.record(z.string(), z.unknown()))
      .nullable()
      .describe('What filled the template, as it was sent'),
    mediaUrl: z.string().nullable().describe('Where the platform fetched the file of an outbound message'),
    caption: z.string().nullable().describe('The words under an image, a video or a document'),
    filename: z.string().nullable().describe('What a document is called'),
    media: MediaSchema.nullable().describe(
      'The file of a message whose bytes are, or will be, on this server: null for a file that was sent as `mediaUrl`',
    ),
    replyTo: idSchema('message').nullable().describe('The message that this one answers'),
    reactions: z.array(ReactionSchema),
    platformId: z.string().nullable(),
    error: MessageErrorSchema.nullable(),
    warnings: z.array(z.enum(['window_closed'])),
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What the platform sent, for inbound kinds other than plain text'),
    inbound: InboundFactsSchema.nullable().describe(
      'What an inbound message holds besides its words; null for ours and for plain text',
    ),
    edits: z
      .array(EditSchema)
      .describe('What the message said before the customer changed it, the oldest first'),
    editedAt: TimeSchema.nullable().describe('When the customer last changed it'),
    revokedAt: TimeSchema.nullable().describe(
      'When the customer deleted it for everyone; what it said is kept, and should not be shown unasked',
    ),
    createdAt: TimeSchema,
    sentAt: TimeSchema.nullable(),
    deliveredAt: TimeSchema.nullable(),
    readAt: TimeSchema.nullable(),
    failedAt: TimeSchema.nullable(),
  })
  .meta({ id: 'Message' });

const ReactionBodySchema = z
  .strictObject({
    emoji: EmojiSchema.nullable().describe('One emoji; null takes ours back'),
  })
  .meta({ id: 'SendReaction' });

const tags = ['Messages'];
const byId = z.object({ id: z.string().max(64) });

export const messagesContract = {
  send: route('messages:send')
    .route({
      method: 'POST',
      path: '/messages/send',
      tags,
      summary: 'Send a message',
      description:
        'Stores the message, hands it to the platform and waits up to 10 seconds for its answer: `sent`, `queued` when there is none yet, `failed` with `error` when it was refused. Outside the 24 hours after the customer’s last message only templates arrive: anything else is handed over too, with the warning `window_closed`.',
      successStatus: 201,
    })
    .errors(errors('contact_not_found', 'message_not_found', 'channel_not_connected'))
    .input(z.object({ body: SendMessageSchema }))
    .output(MessageSchema),
  history: route('messages:read')
    .route({
      method: 'GET',
      path: '/messages/{contactPhone}',
      tags,
      summary: 'Message history of a contact, newest first',
    })
    .errors(errors('contact_not_found'))
    .input(
      z.object({
        params: z.object({ contactPhone: z.string().max(64) }),
        query: z.strictObject({ ...pageQuery(50), cursor: CursorSchema.optional() }),
      }),
    )
    .output(pageOf(MessageSchema)),
  react: route('messages:send')
    .route({
      method: 'POST',
      path: '/messages/{id}/reaction',
      tags,
      summary: 'React to a message, or take the reaction back',
      description:
        'A reaction changes its message and is no message of its own. It is handed to the platform in the background; when the platform refuses it, it is removed again.',
    })
    .errors(errors('message_not_found', 'message_not_sent', 'channel_not_connected'))
    .input(z.object({ params: byId, body: ReactionBodySchema }))
    .output(MessageSchema),
  markRead: route('messages:send')
    .route({
      method: 'POST',
      path: '/messages/{id}/read',
      tags,
      summary: 'Mark a conversation read up to a message',
      description:
        'The unread count falls to the messages after this one, and the customer sees their ticks turn blue.',
    })
    .errors(errors('message_not_found'))
    .input(z.object({ params: byId }))
    .output(MessageSchema),
};

export type Message = z.infer<typeof MessageSchema>;
export type MessageType = Message['type'];
export type MessageError = z.infer<typeof MessageErrorSchema>;
