import type { Notification } from '../../../shared/contract/inbox/notifications.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { FORMER_MEMBER } from '../../../shared/domain/roles.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { countRows, Op, updateRow, updateRows } from '../../kernel/tenancy/rows.ts';
import { findConversation } from './conversations.repository.ts';
import { conversationKey } from './conversations.service.ts';
import {
  type NotificationView,
  notificationsOf,
  notificationView,
  recordNotifications,
} from './notifications.repository.ts';

/** Returns a page of a person's notifications, the latest first, and how many are unread. */
export async function listNotifications(
  ctx: Context,
  person: UserActor,
  query: { limit: number; cursor?: string | undefined; unread?: 'true' | undefined },
): Promise<{ data: Notification[]; nextCursor: string | null; unreadCount: number }> {
  const { cursors, scope } = ctx;
  const userId = decodeId(person.id);
  const list = ['notifications', scope.tenantId, person.id, query.unread ?? ''];
  const [time, last] = query.cursor ? cursors.read(list, query.cursor) : [];
  const after = last === undefined ? undefined : { at: new Date(Number(time)), id: decodeId(String(last)) };
  const isUnread = query.unread !== undefined;
  const rows = await notificationsOf(ctx, userId, { after, limit: query.limit + 1, isUnread });
  const page = rows.slice(0, query.limit);
  const end = rows.length > query.limit ? page.at(-1) : undefined;
  return {
    data: page.map(present),
    nextCursor: end ? cursors.write(list, [end.createdAt.getTime(), encodeId('notification', end.id)]) : null,
    unreadCount: await countUnread(ctx, userId),
  };
}

/** Marks a notification as read or unread. @throws {AppError} notification_not_found */
export function changeNotification(
  ctx: Context,
  person: UserActor,
  id: string,
  { isRead }: { isRead: boolean },
): Promise<Notification> {
  const userId = decodeId(person.id);
  return inTransaction(ctx, async (ctx) => {
    const key = tryDecodeId('notification', id);
    const row = key && (await notificationView(ctx, userId, key));
    if (!row) throw new AppError('notification_not_found');
    const readAt = isRead ? (row.readAt ?? ctx.clock.now()) : null;
    if (readAt?.getTime() !== row.readAt?.getTime()) {
      await updateRow(ctx, 'notification', row.id, { readAt });
      recordNotifications(ctx, userId);
    }
    return present({ ...row, readAt });
  });
}

/**
 * Marks a person's notifications of a conversation as read, or all up to a time; returns how many are unread.
 * @throws {AppError} conversation_not_found
 */
export function readNotifications(
  ctx: Context,
  person: UserActor,
  what: { conversationId: string } | { upTo: string },
): Promise<{ unreadCount: number }> {
  const userId = decodeId(person.id);
  return inTransaction(ctx, async (ctx) => {
    const where =
      'upTo' in what
        ? { createdAt: { [Op.lte]: new Date(what.upTo) } }
        : { conversationId: await knownConversation(ctx, what.conversationId) };
    const changed = await updateRows(
      ctx,
      'notification',
      { ...where, userId, readAt: null },
      { readAt: ctx.clock.now() },
    );
    if (changed > 0) recordNotifications(ctx, userId);
    return { unreadCount: await countUnread(ctx, userId) };
  });
}

/** Marks a person's mentions in a conversation as read, in the transaction that marks the notes as seen. */
export async function readMentionNotifications(
  ctx: ChangeContext,
  userId: Buffer,
  conversationId: Buffer,
): Promise<void> {
  const where = { userId, conversationId, kind: 'mention' as const, readAt: null };
  const changed = await updateRows(ctx, 'notification', where, { readAt: ctx.clock.now() });
  if (changed > 0) recordNotifications(ctx, userId);
}

async function knownConversation(ctx: QueryContext, id: string): Promise<Buffer> {
  const conversation = await findConversation(ctx, conversationKey(id));
  if (!conversation) throw new AppError('conversation_not_found');
  return conversation.id;
}

function countUnread(ctx: QueryContext, userId: Buffer): Promise<number> {
  return countRows(ctx, 'notification', { userId, readAt: null });
}

function present(row: NotificationView): Notification {
  return {
    id: encodeId('notification', row.id),
    kind: row.kind,
    conversationId: encodeId('conversation', row.conversationId),
    contact: { id: encodeId('contact', row.contactId), name: row.contactName, phone: row.contactPhone },
    actor: row.actorId && { id: encodeId('user', row.actorId), name: row.actorName ?? FORMER_MEMBER },
    messageId:
      (row.kind === 'send_failed' || row.kind === 'reminder') && row.subjectId
        ? encodeId('message', row.subjectId)
        : null,
    excerpt: (row.excerpt ?? '').replace(/\s+/g, ' ').trim(),
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  };
}
