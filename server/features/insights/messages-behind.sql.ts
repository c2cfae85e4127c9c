import type { QueryContext } from '../../kernel/context/context.ts';
import { select } from '../../kernel/tenancy/rows.ts';
import { type BehindRow, CONTACT, type Place } from './conversations-behind.sql.ts';
import { IS_REAL } from './erasure.sql.ts';

/** Conversations with messages of a period. No index has the messages of a workspace by time (decision 0310). */

/** The messages that a list is about. */
export interface Wanted {
  direction: 'inbound' | 'outbound';
  from: Date;
  to: Date;
  memberId: Buffer | null;
}

/** A conversation that may have messages of the period: `at` is the time of the last one, null without any. */
export type MessagesRow = Omit<BehindRow, 'at'> & { at: Date | null; activeAt: Date };

/** The last message of the period in the conversation `v`. Read from the end: MAX would read all that were sent since its begin. */
const lastOfPeriod = (
  memberId: Buffer | null,
) => `(SELECT m.created_at FROM messages m FORCE INDEX (messages_thread)
        WHERE m.tenant_id = :tenantId AND m.contact_id = v.contact_id AND m.created_at >= :from
          AND m.created_at < :to AND m.direction = :direction AND m.type <> 'system' AND m.status <> 'scheduled'
          ${memberId ? 'AND m.author_id = :memberId' : ''}
        ORDER BY m.created_at DESC LIMIT 1)`;

/** Returns conversations with activity since the begin of a period, the latest first, each with its last message in it. */
export function messagesPage(
  ctx: QueryContext,
  { direction, from, to, memberId }: Wanted,
  { after, limit }: { after: Place | null; limit: number },
): Promise<MessagesRow[]> {
  return select<MessagesRow>(
    ctx,
    `SELECT v.id AS conversationId, ${CONTACT}, v.last_activity_at AS activeAt, v.id AS tie, NULL AS seconds,
       NULL AS reason, NULL AS memberId, NULL AS memberName,
       IF(v.${IS_REAL}, ${lastOfPeriod(memberId)}, NULL) AS at
     FROM (SELECT id, tenant_id, contact_id, last_activity_at FROM conversations FORCE INDEX (conversations_recent)
       WHERE tenant_id = :tenantId AND last_activity_at >= :from
         ${after ? 'AND (last_activity_at < :at OR (last_activity_at = :at AND id < :tie))' : ''}
       ORDER BY last_activity_at DESC, id DESC LIMIT ${Math.trunc(limit)}) v
     JOIN contacts c ON c.tenant_id = v.tenant_id AND c.id = v.contact_id
     WHERE c.tenant_id = :tenantId
     ORDER BY v.last_activity_at DESC, v.id DESC`,
    { direction, from, to, ...(memberId && { memberId }), ...after },
  );
}

/** Returns the newest broadcast before another one that may have messages of a period; null when there is none. */
export async function broadcastBefore(
  ctx: QueryContext,
  { from, to }: Pick<Wanted, 'from' | 'to'>,
  before: Buffer | null,
): Promise<Buffer | null> {
  const [row] = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM broadcasts
     WHERE tenant_id = :tenantId ${before ? 'AND id < :before' : ''} AND started_at < :to
       AND (completed_at IS NULL OR completed_at >= :from)
     ORDER BY id DESC LIMIT 1`,
    { from, to, ...(before && { before }) },
  );
  return row?.id ?? null;
}

/** Whether the message `x` is of the period. */
const isOfPeriod = (x: string) => `${x}.created_at >= :from AND ${x}.created_at < :to`;

/** A person of a broadcast: `at` is the time of their last message of the period, null when another row lists them. */
export type ReachedRow = Omit<BehindRow, 'at'> & { at: Date | null };

/**
 * Returns people of a broadcast, in the order of their ids. Listed are those whose conversation `messagesPage` does not
 * look at, because a message of a broadcast is no activity, and who are not listed for a later broadcast.
 */
export function reachedPage(
  ctx: QueryContext,
  { from, to }: Pick<Wanted, 'from' | 'to'>,
  { broadcastId, after, limit }: { broadcastId: Buffer; after: Buffer | null; limit: number },
): Promise<ReachedRow[]> {
  return select<ReachedRow>(
    ctx,
    `SELECT v.id AS conversationId, ${CONTACT}, r.contact_id AS tie, NULL AS seconds, NULL AS reason, NULL AS memberId,
       NULL AS memberName,
       IF(v.last_activity_at < :from AND v.${IS_REAL} AND ${isOfPeriod('b')} AND NOT EXISTS (
           SELECT 1 FROM broadcast_recipients n FORCE INDEX (broadcast_recipients_contact)
             JOIN messages o ON o.tenant_id = n.tenant_id AND o.id = n.message_id
           WHERE n.tenant_id = :tenantId AND n.contact_id = r.contact_id AND n.broadcast_id > :broadcastId
             AND ${isOfPeriod('o')}),
         ${lastOfPeriod(null)}, NULL) AS at
     FROM (SELECT tenant_id, contact_id, message_id FROM broadcast_recipients FORCE INDEX (PRIMARY)
       WHERE tenant_id = :tenantId AND broadcast_id = :broadcastId ${after ? 'AND contact_id > :after' : ''}
       ORDER BY contact_id LIMIT ${Math.trunc(limit)}) r
     JOIN contacts c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
     LEFT JOIN conversations v ON v.tenant_id = r.tenant_id AND v.contact_id = r.contact_id
     LEFT JOIN messages b ON b.tenant_id = r.tenant_id AND b.id = r.message_id
     WHERE c.tenant_id = :tenantId
     ORDER BY r.contact_id`,
    { direction: 'outbound', from, to, broadcastId, ...(after && { after }) },
  );
}
