import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { MESSAGE_STATUSES } from '../domain/message-status.ts';
import { freeText, lineText, TimeSchema } from '../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, route } from './base.ts';
import { ContactSchema, ContactStatusSchema } from './contacts.contract.ts';
import { MESSAGE_TYPES, type Message, MessageSchema } from './messages.contract.ts';
import { CAPTION_MAX, TEXT_MAX } from './send-message.ts';

/** A message as the inbox sees it: the public shape, its conversation, and the id the sender's screen gave it. */
export const ThreadMessageSchema = z.strictObject({
  ...MessageSchema.shape,
  conversationId: idSchema('conversation'),
  clientId: z.string().nullable(),
  author: z.strictObject({ id: idSchema('user'), name: z.string() }).nullable(),
});

export const ConversationSchema = z.strictObject({
  id: idSchema('conversation'),
  contact: z.strictObject({
    id: idSchema('contact'),
    name: z.string(),
    phone: z.string().nullable(),
    status: ContactStatusSchema,
  }),
  unreadCount: z.int(),
  lastMessage: z
    .strictObject({
      id: idSchema('message'),
      direction: z.enum(['inbound', 'outbound']),
      type: z.enum(MESSAGE_TYPES),
      status: z.enum(MESSAGE_STATUSES),
      preview: z.string(),
      createdAt: TimeSchema,
    })
    .nullable(),
  lastActivityAt: TimeSchema,
  windowExpiresAt: TimeSchema.nullable().describe(
    'Free text is allowed until then; null: the customer never wrote',
  ),
  updatedAt: TimeSchema,
});

const clientId = z.uuid().describe('Made by the screen; the same id sent twice stores one message');

/** What an agent writes: words, or a file that was uploaded before, with words to it or without. */
const SendFromInboxSchema = z
  .strictObject({
    content: freeText({ max: TEXT_MAX }).optional().describe('The text; with a file, its caption'),
    mediaId: idSchema('media').optional(),
    clientId,
  })
  .superRefine(({ content = '', mediaId }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['content'], message });
    if (mediaId === undefined && content.trim() === '') refuse('must not be blank');
    if (mediaId !== undefined && [...content].length > CAPTION_MAX) {
      refuse(`must have at most ${CAPTION_MAX} characters when it is the caption of a file`);
    }
  });

export const CONVERSATION_FILTERS = ['all', 'unread', 'failed'] as const;

const byId = z.object({ id: z.string().max(64) });

export const conversationsContract = {
  list: route('messages:read')
    .route({ method: 'GET', path: '/conversations' })
    .input(
      z.object({
        query: z.strictObject({
          filter: z.enum(CONVERSATION_FILTERS).default('all'),
          search: lineText({ max: 200 }).optional(),
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(
      z.strictObject({
        ...cursorPageOf(ConversationSchema).shape,
        unreadTotal: z.int().describe('Conversations with unread messages, whatever the filter'),
      }),
    ),
  get: route('messages:read')
    .route({ method: 'GET', path: '/conversations/{id}' })
    .errors(errors('conversation_not_found'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ conversation: ConversationSchema, contact: ContactSchema })),
  /** The conversation with a contact, made when there is none yet. */
  open: route('messages:send')
    .route({ method: 'POST', path: '/contacts/{id}/conversation' })
    .errors(errors('contact_not_found'))
    .input(z.object({ params: byId }))
    .output(ConversationSchema),
  messages: route('messages:read')
    .route({ method: 'GET', path: '/conversations/{id}/messages' })
    .errors(errors('conversation_not_found'))
    .input(
      z.object({
        params: byId,
        query: z.strictObject({ limit: limitQuery(50), cursor: CursorSchema.optional() }),
      }),
    )
    .output(cursorPageOf(ThreadMessageSchema)),
  send: route('messages:send')
    .route({ method: 'POST', path: '/conversations/{id}/messages', successStatus: 201 })
    .errors(
      errors(
        'conversation_not_found',
        'media_not_found',
        'media_already_sent',
        'window_closed',
        'channel_not_connected',
        'message_already_queued',
      ),
    )
    .input(
      z.object({
        params: byId,
        body: SendFromInboxSchema,
      }),
    )
    .output(ThreadMessageSchema),
  /** Sends a failed message again, as the same message. */
  retry: route('messages:send')
    .route({ method: 'POST', path: '/messages/{id}/retry' })
    .errors(errors('message_not_found', 'window_closed', 'channel_not_connected'))
    .input(z.object({ params: byId }))
    .output(ThreadMessageSchema),
  markRead: route('messages:read')
    .route({ method: 'POST', path: '/conversations/{id}/read' })
    .errors(errors('conversation_not_found'))
    .input(z.object({ params: byId }))
    .output(ConversationSchema),
};

export type ThreadMessage = z.infer<typeof ThreadMessageSchema>;

/** Returns what an integrator sees of a message that the inbox sees. */
export function withoutInboxFields(seen: ThreadMessage): Message {
  const { conversationId: _conversation, clientId: _client, author: _author, ...message } = seen;
  return message;
}
export type Conversation = z.infer<typeof ConversationSchema>;
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];
export type SendFromInbox = z.infer<typeof SendFromInboxSchema>;
