import { z } from 'zod';
import { EmojiSchema } from '../../domain/emoji.ts';
import { idSchema } from '../../domain/ids.ts';
import {
  CONVERSATION_LABELS_MAX,
  CONVERSATION_STATUSES,
  COUNTED_MAX,
  COUNTED_VIEWS,
  type CountedView,
  INBOX_VIEWS,
  UNREAD_COUNTED_MAX,
} from '../../domain/inbox-views.ts';
import { CAPTION_MAX, CHANGED_AT_ONCE_MAX, TEXT_MAX } from '../../domain/message-limits.ts';
import { HOLD_SECONDS, MESSAGE_STATUSES, SCHEDULE_DAYS_MAX } from '../../domain/message-status.ts';
import { freeText, lineText, TimeSchema } from '../../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, route } from '../base.ts';
import { ContactSchema, ContactStatusSchema } from '../contacts.contract.ts';
import { MESSAGE_TYPES, type Message, MessageSchema } from '../messages.contract.ts';
import { AttachmentSchema } from '../send-message.ts';
import { LabelSchema } from './labels.contract.ts';

/** A message as the inbox shows it: the public fields, its conversation, author and the client's id. */
export const ThreadMessageSchema = z.strictObject({
  ...MessageSchema.shape,
  conversationId: idSchema('conversation'),
  clientId: z.string().nullable(),
  author: z.strictObject({ id: idSchema('user'), name: z.string() }).nullable(),
  isHeld: z
    .boolean()
    .describe('Whether it is scheduled only for the seconds in which its author can undo it'),
  broadcast: z
    .strictObject({ id: idSchema('broadcast'), name: z.string() })
    .optional()
    .describe('The broadcast that it is a message of'),
  rule: z
    .strictObject({ id: idSchema('automationRule'), name: z.string() })
    .optional()
    .describe('The rule of automation that sent it'),
});

export const ConversationSchema = z.strictObject({
  id: idSchema('conversation'),
  contact: z.strictObject({
    id: idSchema('contact'),
    name: z.string(),
    phone: z.string().nullable(),
    status: ContactStatusSchema,
    marketing: ContactSchema.shape.marketing,
    blocked: z.boolean(),
  }),
  status: z.enum(CONVERSATION_STATUSES),
  snoozedUntil: TimeSchema.nullable().describe('When a snoozed conversation is open again'),
  returnedAt: TimeSchema.nullable().describe(
    'When its snooze ended; null once anyone has written or changed its status',
  ),
  assignee: z.strictObject({ id: idSchema('user'), name: z.string() }).nullable(),
  labels: z.array(LabelSchema).max(CONVERSATION_LABELS_MAX),
  waitingSince: TimeSchema.nullable().describe(
    'When the customer wrote the first message that has no answer yet; null when there is none',
  ),
  firstResponseAt: TimeSchema.nullable().describe('When we first answered since it was last opened'),
  mentioned: z.array(idSchema('user')).describe('Members whom a note mentions and who have not seen it'),
  failedCount: z.int().describe('Messages that failed and were neither retried nor dismissed'),
  unreadCount: z.int(),
  lastMessage: z
    .strictObject({
      id: idSchema('message'),
      direction: z.enum(['inbound', 'outbound']),
      type: z.enum(MESSAGE_TYPES),
      status: z.enum(MESSAGE_STATUSES),
      preview: z.string(),
      author: z
        .strictObject({ id: idSchema('user'), name: z.string() })
        .nullable()
        .describe('The member who wrote it; null for the customer and for programs'),
      sentBy: MessageSchema.shape.sentBy,
      createdAt: TimeSchema,
    })
    .nullable(),
  lastActivityAt: TimeSchema,
  windowExpiresAt: TimeSchema.nullable().describe(
    'Free text is allowed until this time; null if the customer has never written',
  ),
  createdAt: TimeSchema,
  updatedAt: TimeSchema,
});

/** Changes of a conversation's work state. What is not given stays. */
export const ChangeConversationSchema = z
  .strictObject({
    status: z.enum(CONVERSATION_STATUSES).optional(),
    snoozedUntil: TimeSchema.optional().describe('Required with the status `snoozed`, and only then'),
    assigneeId: idSchema('user').nullable().optional().describe('null: nobody'),
    labels: z
      .array(idSchema('label'))
      .max(CONVERSATION_LABELS_MAX)
      .optional()
      .describe('All labels that it then has; without `addLabels` and `removeLabels`'),
    addLabels: z.array(idSchema('label')).max(CONVERSATION_LABELS_MAX).optional(),
    removeLabels: z.array(idSchema('label')).max(CONVERSATION_LABELS_MAX).optional(),
    unread: z.literal(true).optional().describe('Marks it as unread'),
  })
  .superRefine(({ status, snoozedUntil, labels, addLabels, removeLabels }, context) => {
    const reject = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const isNeeded = status === 'snoozed';
    if (isNeeded && snoozedUntil === undefined) reject('snoozedUntil', 'is required with the status snoozed');
    if (!isNeeded && snoozedUntil !== undefined)
      reject('snoozedUntil', 'is only allowed with the status snoozed');
    if (labels && (addLabels ?? removeLabels))
      reject('labels', 'does not go together with addLabels or removeLabels');
  });

const clientId = z.uuid().describe('Generated by the client; sending the same id twice stores one message');

/** Sent with each message from the inbox, so that two people do not answer the same. */
export const lastSeenId = idSchema('message')
  .nullable()
  .optional()
  .describe(
    'The newest message that the person has seen; null: none. The message is refused if a colleague or a program has answered since. Left out: it is not checked',
  );

/** When a message from the inbox is sent, if not at once. */
const timing = {
  sendAt: TimeSchema.optional().describe(`When to send it, up to ${SCHEDULE_DAYS_MAX} days ahead`),
  hold: z
    .boolean()
    .optional()
    .describe(`Holds it for ${HOLD_SECONDS} seconds, in which it can be undone by cancelling it`),
};

/** A message from the inbox: text, an uploaded file with an optional caption, or an attachment. */
const SendFromInboxSchema = z
  .strictObject({
    content: freeText({ max: TEXT_MAX }).optional().describe('The text; with a file, its caption'),
    mediaId: idSchema('media').optional(),
    voice: z.boolean().optional().describe('With an audio file: sends it as a voice message'),
    attachment: AttachmentSchema.optional(),
    replyTo: idSchema('message').optional().describe('The message of this conversation that it quotes'),
    clientId,
    lastSeenId,
    ...timing,
  })
  .superRefine(({ content = '', mediaId, attachment, sendAt, hold }, context) => {
    const reject = (message: string, path = 'content') =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (sendAt !== undefined && hold) reject('does not go together with hold', 'sendAt');
    const isAlone = content === '' && mediaId === undefined;
    if (attachment && !isAlone) reject('does not go together with a text or a file', 'attachment');
    if (!attachment && mediaId === undefined && content.trim() === '') reject('must not be blank');
    if (mediaId !== undefined && [...content].length > CAPTION_MAX) {
      reject(`must have at most ${CAPTION_MAX} characters when it is the caption of a file`);
    }
  });

const byId = z.object({ id: z.string().max(64) });

export const conversationsContract = {
  list: route('messages:read')
    .route({ method: 'GET', path: '/conversations' })
    .input(
      z.object({
        query: z.strictObject({
          view: z.enum(INBOX_VIEWS).default('all'),
          label: idSchema('label').optional(),
          assignee: idSchema('user').optional(),
          unread: z.literal('true').optional().describe('Only conversations with unread messages'),
          search: lineText({ max: 200 }).optional(),
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(
      z.strictObject({
        ...cursorPageOf(ConversationSchema).shape,
        unreadTotal: z
          .int()
          .max(UNREAD_COUNTED_MAX)
          .describe(
            `Conversations with unread messages, regardless of the view; ${UNREAD_COUNTED_MAX} stands for that number or more`,
          ),
      }),
    ),
  counts: route('messages:read')
    .route({ method: 'GET', path: '/conversation-counts' })
    .input(z.object({}))
    .output(
      z
        .strictObject(
          Object.fromEntries(COUNTED_VIEWS.map((view) => [view, z.int().max(COUNTED_MAX)])) as Record<
            CountedView,
            z.ZodInt
          >,
        )
        .describe(`Conversations in each view; ${COUNTED_MAX} stands for that number or more`),
    ),
  get: route('messages:read')
    .route({ method: 'GET', path: '/conversations/{id}' })
    .errors(errors('conversation_not_found'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ conversation: ConversationSchema, contact: ContactSchema })),
  /** Returns the conversation with a contact and creates it if necessary. */
  open: route('messages:send')
    .route({ method: 'POST', path: '/contacts/{id}/conversation' })
    .errors(errors('contact_not_found'))
    .input(z.object({ params: byId }))
    .output(ConversationSchema),
  messages: route('messages:read')
    .route({ method: 'GET', path: '/conversations/{id}/messages' })
    .errors(errors('conversation_not_found', 'message_not_found'))
    .input(
      z.object({
        params: byId,
        query: z
          .strictObject({
            limit: limitQuery(50),
            cursor: CursorSchema.optional(),
            around: idSchema('message').optional().describe('Returns this message and its neighbours'),
            newer: CursorSchema.optional().describe('The newerCursor of a page'),
          })
          .refine(
            ({ cursor, around, newer }) => [cursor, around, newer].filter(Boolean).length <= 1,
            'takes only one of cursor, around and newer',
          ),
      }),
    )
    .output(
      z.strictObject({
        ...cursorPageOf(ThreadMessageSchema).shape,
        newerCursor: z.string().nullable().describe('Where newer messages follow; null at the newest'),
      }),
    ),
  send: route('messages:send')
    .route({ method: 'POST', path: '/conversations/{id}/messages', successStatus: 201 })
    .errors(
      errors(
        'conversation_not_found',
        'media_not_found',
        'media_already_sent',
        'message_not_found',
        'window_closed',
        'newer_answer',
        'channel_not_connected',
        'contact_blocked',
        'send_queue_full',
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
  /** Cancels a scheduled or held message. */
  cancel: route('messages:send')
    .route({ method: 'DELETE', path: '/messages/{id}' })
    .errors(errors('message_not_found', 'message_not_scheduled'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('message'), deleted: z.literal(true) })),
  /** Sends a scheduled message now. */
  sendNow: route('messages:send')
    .route({ method: 'POST', path: '/messages/{id}/send-now' })
    .errors(errors('message_not_found', 'message_not_scheduled'))
    .input(z.object({ params: byId }))
    .output(ThreadMessageSchema),
  /** Sends a failed message again, as the same message. */
  retry: route('messages:send')
    .route({ method: 'POST', path: '/messages/{id}/retry' })
    .errors(
      errors(
        'message_not_found',
        'window_closed',
        'channel_not_connected',
        'contact_blocked',
        'send_queue_full',
      ),
    )
    .input(z.object({ params: byId }))
    .output(ThreadMessageSchema),
  /** Sets or removes our reaction to a message. */
  react: route('messages:send')
    .route({ method: 'POST', path: '/messages/{id}/reaction' })
    .errors(errors('message_not_found', 'message_not_sent', 'channel_not_connected', 'contact_blocked'))
    .input(z.object({ params: byId, body: z.strictObject({ emoji: EmojiSchema.nullable() }) }))
    .output(ThreadMessageSchema),
  /** Opens, snoozes, closes, assigns or labels a conversation, or marks it as unread. */
  change: route('messages:send')
    .route({ method: 'PATCH', path: '/conversations/{id}' })
    .errors(errors('conversation_not_found', 'member_not_found', 'label_not_found', 'label_limit_reached'))
    .input(z.object({ params: byId, body: ChangeConversationSchema }))
    .output(ConversationSchema),
  /** Makes one change in many conversations, each on its own: some may fail. */
  changeMany: route('messages:send')
    .route({ method: 'POST', path: '/conversations/changes' })
    .errors(errors('member_not_found', 'label_not_found'))
    .input(
      z.object({
        body: z.strictObject({
          ids: z.array(z.string().max(64)).min(1).max(CHANGED_AT_ONCE_MAX),
          change: ChangeConversationSchema,
        }),
      }),
    )
    .output(
      z.strictObject({
        data: z.array(ConversationSchema).describe('The changed conversations'),
        failed: z.array(z.strictObject({ id: z.string(), code: z.string(), message: z.string() })),
      }),
    ),
  /** Takes a conversation out of the failed view: its failed messages stay as they are. */
  dismissFailures: route('messages:send')
    .route({ method: 'POST', path: '/conversations/{id}/failures/dismiss' })
    .errors(errors('conversation_not_found'))
    .input(z.object({ params: byId }))
    .output(ConversationSchema),
  markUnread: route('messages:read')
    .route({ method: 'POST', path: '/conversations/{id}/unread' })
    .errors(errors('conversation_not_found'))
    .input(z.object({ params: byId }))
    .output(ConversationSchema),
  markRead: route('messages:read')
    .route({ method: 'POST', path: '/conversations/{id}/read' })
    .errors(errors('conversation_not_found'))
    .input(z.object({ params: byId }))
    .output(ConversationSchema),
};

export type ThreadMessage = z.infer<typeof ThreadMessageSchema>;

/** Returns the public fields of a message from the inbox. */
export function withoutInboxFields(inboxMessage: ThreadMessage): Message {
  const {
    conversationId: _conversation,
    clientId: _client,
    author: _author,
    isHeld: _isHeld,
    broadcast: _broadcast,
    rule: _rule,
    ...message
  } = inboxMessage;
  return message;
}
export type Conversation = z.infer<typeof ConversationSchema>;
export type ChangeConversation = z.infer<typeof ChangeConversationSchema>;
export type SendFromInbox = z.infer<typeof SendFromInboxSchema>;
