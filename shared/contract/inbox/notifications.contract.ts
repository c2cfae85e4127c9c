import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { TimeSchema } from '../../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, route } from '../base.ts';

/** A member has this many notifications; the oldest make room for new ones. */
export const NOTIFICATIONS_MAX = 500;

/**
 * What a member is notified about: a note mentions them, a conversation was assigned to them, a message of theirs
 * could not be delivered, a snoozed conversation of theirs is back, or a reminder of theirs is due.
 */
export const NOTIFICATION_KINDS = ['mention', 'assigned', 'send_failed', 'snooze_ended', 'reminder'] as const;

export const NotificationSchema = z.strictObject({
  id: idSchema('notification'),
  kind: z.enum(NOTIFICATION_KINDS),
  conversationId: idSchema('conversation'),
  contact: z.strictObject({ id: idSchema('contact'), name: z.string(), phone: z.string().nullable() }),
  actor: z
    .strictObject({ id: idSchema('user'), name: z.string() })
    .nullable()
    .describe('Who did it; null: a program or the server'),
  messageId: idSchema('message')
    .nullable()
    .describe('The message that failed, or that the reminder is about'),
  excerpt: z.string().describe('The beginning of the note or message'),
  createdAt: TimeSchema,
  readAt: TimeSchema.nullable(),
});

const UnreadSchema = z.strictObject({ unreadCount: z.int() });

/** The notifications of the person who asks. */
export const notificationsContract = {
  list: route('messages:read')
    .route({ method: 'GET', path: '/notifications' })
    .input(
      z.object({
        query: z.strictObject({
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
          unread: z.literal('true').optional(),
        }),
      }),
    )
    .output(cursorPageOf(NotificationSchema).extend(UnreadSchema.shape)),
  change: route('messages:read')
    .route({ method: 'PATCH', path: '/notifications/{id}' })
    .errors(errors('notification_not_found'))
    .input(
      z.object({
        params: z.object({ id: z.string().max(64) }),
        body: z.strictObject({ isRead: z.boolean() }),
      }),
    )
    .output(NotificationSchema),
  /** Marks notifications as read: those of one conversation, or all up to a time. */
  read: route('messages:read')
    .route({ method: 'POST', path: '/notifications/read' })
    .errors(errors('conversation_not_found'))
    .input(
      z.object({
        body: z.union([
          z.strictObject({ conversationId: idSchema('conversation') }),
          z.strictObject({ upTo: TimeSchema.describe('The time of the latest notification that is shown') }),
        ]),
      }),
    )
    .output(UnreadSchema),
};

export type Notification = z.infer<typeof NotificationSchema>;
export type NotificationKind = Notification['kind'];
