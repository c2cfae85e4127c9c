import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { MESSAGE_STATUSES } from '../domain/message-status.ts';
import { freeText, TimeSchema } from '../domain/text.ts';
import { CursorSchema, errors, pageOf, pageQuery, route } from './base.ts';

/** The platform takes at most this many characters of text in one message. */
export const TEXT_MAX = 4096;

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

export const MessageSchema = z
  .strictObject({
    id: idSchema('message'),
    contactId: z.string().nullable().describe("The contact's phone number"),
    contact: idSchema('contact'),
    direction: z.enum(['inbound', 'outbound']),
    type: z.enum(MESSAGE_TYPES),
    status: z.enum(MESSAGE_STATUSES),
    content: z.string().nullable(),
    templateName: z.string().nullable(),
    templateLanguage: z.string().nullable(),
    components: z.array(z.unknown()).nullable(),
    mediaUrl: z.string().nullable(),
    caption: z.string().nullable(),
    media: z.null().describe('Always null until media are supported'),
    replyTo: idSchema('message').nullable(),
    platformId: z.string().nullable(),
    error: MessageErrorSchema.nullable(),
    warnings: z.array(z.enum(['window_closed'])),
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What the platform sent, for kinds other than text'),
    createdAt: TimeSchema,
    sentAt: TimeSchema.nullable(),
    deliveredAt: TimeSchema.nullable(),
    readAt: TimeSchema.nullable(),
    failedAt: TimeSchema.nullable(),
  })
  .meta({ id: 'Message' });

export const SendMessageSchema = z.strictObject({
  contactId: z.string().min(1).max(64).describe("The contact's phone number in any known form, or its id"),
  type: z.literal('text'),
  content: freeText({ min: 1, max: TEXT_MAX }).refine((text) => text.trim() !== '', 'must not be blank'),
});

const tags = ['Messages'];

export const messagesContract = {
  send: route('messages:send')
    .route({
      method: 'POST',
      path: '/messages/send',
      tags,
      summary: 'Send a message',
      description:
        'Stores the message, hands it to the platform and waits up to 10 seconds for its answer: `sent`, `queued` when there is none yet, `failed` with `error` when it was refused.',
      successStatus: 201,
    })
    .errors(errors('contact_not_found', 'channel_not_connected'))
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
};

export type Message = z.infer<typeof MessageSchema>;
export type MessageType = Message['type'];
export type MessageError = z.infer<typeof MessageErrorSchema>;
export type SendMessage = z.infer<typeof SendMessageSchema>;
