import { NOTIFICATIONS_MAX } from '../../../shared/contract/inbox/notifications.contract.ts';
import type { NotificationRow } from '../../db/models/notification.model.ts';
import type { ChangeContext, QueryContext } from '../../kernel/context/context.ts';
import { encodeId, newKey } from '../../kernel/ids.ts';
import { deleteRows, findRows, run, select } from '../../kernel/tenancy/rows.ts';
import type { ListPlace } from './inbox.repository.ts';

/** How many characters of a note or message the list shows at most. */
const EXCERPT_LENGTH = 160;

/** A notification with the names and the text that the list shows. */
export type NotificationView = Omit<NotificationRow, 'tenantId' | 'userId'> & {
  contactName: string;
  contactPhone: string | null;
  /** Null for a program, the server, and people who are no longer members. */
  actorName: string | null;
  excerpt: string | null;
};

/** A message is the one that failed, else the last one of the conversation. */
const VIEW = `SELECT n.id, n.kind, n.conversation_id AS conversationId, n.contact_id AS contactId,
    n.actor_id AS actorId, n.subject_id AS subjectId, n.created_at AS createdAt, n.read_at AS readAt,
    k.name AS contactName, k.phone AS contactPhone, a.name AS actorName,
    LEFT(IF(n.kind = 'mention', x.content,
      IF(m.revoked_at IS NULL, COALESCE(NULLIF(m.content, ''), m.caption, m.filename, m.template_name), NULL)),
      ${EXCERPT_LENGTH}) AS excerpt
  FROM notifications n
  JOIN contacts k ON k.tenant_id = n.tenant_id AND k.id = n.contact_id
  JOIN conversations c ON c.tenant_id = n.tenant_id AND c.id = n.conversation_id
  LEFT JOIN users a ON a.tenant_id = n.tenant_id AND a.id = n.actor_id
  LEFT JOIN notes x ON x.tenant_id = n.tenant_id AND x.id = n.subject_id
  LEFT JOIN messages m ON m.tenant_id = n.tenant_id AND m.id = COALESCE(n.subject_id, c.last_message_id)
  WHERE n.tenant_id = :tenantId AND n.user_id = :userId`;

/** Returns notifications of a person, the latest first, after `after`. */
export function notificationsOf(
  ctx: QueryContext,
  userId: Buffer,
  { after, limit, isUnread }: { after: ListPlace | undefined; limit: number; isUnread: boolean },
): Promise<NotificationView[]> {
  return select<NotificationView>(
    ctx,
    `${VIEW} ${isUnread ? 'AND n.read_at IS NULL' : ''}
       ${after ? 'AND (n.created_at < :at OR (n.created_at = :at AND n.id < :id))' : ''}
     ORDER BY n.created_at DESC, n.id DESC LIMIT ${Math.trunc(limit)}`,
    { userId, ...(after ? { at: after.at, id: after.id } : {}) },
  );
}

/** Returns one notification of a person; null when there is none with this id. */
export async function notificationView(
  ctx: QueryContext,
  userId: Buffer,
  id: Buffer,
): Promise<NotificationView | null> {
  const [row] = await select<NotificationView>(ctx, `${VIEW} AND n.id = :id`, { userId, id });
  return row ?? null;
}

/**
 * Notifies a person, unless they are no longer a member. An unread notification of the same kind about the same
 * conversation is replaced, so that a busy conversation has one line. The caller has locked the conversation's row.
 */
export async function notify(
  ctx: ChangeContext,
  row: Pick<NotificationRow, 'userId' | 'kind' | 'conversationId' | 'contactId' | 'actorId' | 'subjectId'>,
): Promise<void> {
  const { userId, kind, conversationId } = row;
  await deleteRows(ctx, 'notification', { userId, kind, conversationId, readAt: null });
  const added = await run(
    ctx,
    `INSERT INTO notifications
       (id, tenant_id, user_id, kind, conversation_id, contact_id, actor_id, subject_id, created_at)
     SELECT :id, u.tenant_id, u.id, :kind, :conversationId, :contactId, :actorId, :subjectId, :now
     FROM users u WHERE u.tenant_id = :tenantId AND u.id = :userId`,
    { ...row, id: newKey(), now: ctx.clock.now() },
  );
  if (added === 0) return;
  await makeRoom(ctx, userId);
  recordNotifications(ctx, userId);
}

/** Deletes the notifications about a note: everybody's, or those of some members. */
export async function removeNotificationsOf(
  ctx: ChangeContext,
  noteId: Buffer,
  userIds?: readonly Buffer[],
): Promise<void> {
  if (userIds?.length === 0) return;
  const where = { subjectId: noteId, ...(userIds && { userId: [...userIds] }) };
  const rows = await findRows(ctx, 'notification', { where, columns: ['userId'] });
  if (rows.length === 0) return;
  await deleteRows(ctx, 'notification', where);
  for (const { userId } of rows) recordNotifications(ctx, userId);
}

/** Deletes a person's unread notification that a conversation is theirs: it no longer is. */
export async function withdrawAssigned(
  ctx: ChangeContext,
  userId: Buffer,
  conversationId: Buffer,
): Promise<void> {
  const unread = { userId, conversationId, kind: 'assigned' as const, readAt: null };
  if ((await deleteRows(ctx, 'notification', unread)) > 0) recordNotifications(ctx, userId);
}

/** Records that the notifications of a person have changed: their devices fetch them again. */
export function recordNotifications(ctx: ChangeContext, userId: Buffer): void {
  ctx.record('notifications.changed', { userId: encodeId('user', userId) });
}

/** Deletes the oldest notifications of a person who has more than the maximum. */
async function makeRoom(ctx: QueryContext, userId: Buffer): Promise<void> {
  const [last] = await select<{ createdAt: Date }>(
    ctx,
    `SELECT created_at AS createdAt FROM notifications WHERE tenant_id = :tenantId AND user_id = :userId
     ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${NOTIFICATIONS_MAX}`,
    { userId },
  );
  if (!last) return;
  await run(
    ctx,
    `DELETE FROM notifications WHERE tenant_id = :tenantId AND user_id = :userId AND created_at <= :until`,
    { userId, until: last.createdAt },
  );
}
