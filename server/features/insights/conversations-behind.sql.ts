import type { QueryContext } from '../../kernel/context/context.ts';
import { select } from '../../kernel/tenancy/rows.ts';
import { IS_REAL } from './erasure.sql.ts';
import type { FactKind } from './figures.ts';

/** A conversation behind a figure. */
export interface BehindRow {
  conversationId: Buffer;
  contactId: Buffer;
  name: string;
  phone: string | null;
  at: Date;
  /** What follows `at` in the order of the list. */
  tie: Buffer;
  seconds: number | null;
  reason: string | null;
  memberId: Buffer | null;
  memberName: string | null;
}

/** Where a page begins: after this place of the list. */
export interface Place {
  at: Date;
  tie: Buffer;
}

/** The contact `c` of a conversation. */
export const CONTACT = 'c.id AS contactId, c.name, c.phone';

/**
 * Returns facts of a kind, newest first. Those of deleted contacts are left out. The order of the tables and the index are
 * given: left to itself, the optimizer reads all contacts and sorts all their facts.
 */
export function factPage(
  ctx: QueryContext,
  {
    kind,
    from,
    to,
    reason,
    memberId,
  }: { kind: FactKind; from: Date; to: Date; reason?: string | undefined; memberId: Buffer | null },
  { after, limit }: { after: Place | null; limit: number },
): Promise<BehindRow[]> {
  return select<BehindRow>(
    ctx,
    `SELECT f.conversation_id AS conversationId, ${CONTACT}, f.at, f.subject_id AS tie, f.seconds, f.reason,
       f.member_id AS memberId, u.name AS memberName
     FROM insight_facts f FORCE INDEX (PRIMARY)
       STRAIGHT_JOIN contacts c ON c.tenant_id = f.tenant_id AND c.id = f.contact_id
     LEFT JOIN users u ON u.tenant_id = f.tenant_id AND u.id = f.member_id
     WHERE f.tenant_id = :tenantId AND f.kind = :kind AND f.at >= :from AND f.at < :to
       ${reason === undefined ? '' : 'AND f.reason = :reason'} ${memberId ? 'AND f.member_id = :memberId' : ''}
       ${after ? 'AND (f.at < :at OR (f.at = :at AND f.subject_id < :tie))' : ''}
     ORDER BY f.at DESC, f.subject_id DESC LIMIT ${Math.trunc(limit)}`,
    { kind, from, to, ...(reason !== undefined && { reason }), ...(memberId && { memberId }), ...after },
  );
}

/**
 * Returns the conversations that are open now and were opened in a stretch of time, the oldest first. Those of a member
 * are read from all that the member has, which are few.
 */
export function openPage(
  ctx: QueryContext,
  { from, to, memberId }: { from: Date; to: Date; memberId: Buffer | null },
  { after, limit }: { after: Place | null; limit: number },
): Promise<BehindRow[]> {
  const tables = memberId
    ? `conversations v FORCE INDEX (conversations_assignee)
       STRAIGHT_JOIN insight_conversations i ON i.tenant_id = v.tenant_id AND i.conversation_id = v.id`
    : `insight_conversations i FORCE INDEX (insight_conversations_age)
       JOIN conversations v ON v.tenant_id = i.tenant_id AND v.id = i.conversation_id`;
  return select<BehindRow>(
    ctx,
    `SELECT i.conversation_id AS conversationId, ${CONTACT}, i.opened_at AS at, i.conversation_id AS tie,
       NULL AS seconds, NULL AS reason, v.assignee_id AS memberId, u.name AS memberName
     FROM ${tables}
     JOIN contacts c ON c.tenant_id = i.tenant_id AND c.id = i.contact_id
     LEFT JOIN users u ON u.tenant_id = v.tenant_id AND u.id = v.assignee_id
     WHERE i.tenant_id = :tenantId AND v.tenant_id = :tenantId AND i.status = 'open'
       AND i.opened_at > :from AND i.opened_at <= :to
       ${memberId ? "AND v.assignee_id = :memberId AND v.status = 'open'" : ''}
       ${after ? 'AND (i.opened_at > :at OR (i.opened_at = :at AND i.conversation_id > :tie))' : ''}
     ORDER BY i.opened_at, i.conversation_id LIMIT ${Math.trunc(limit)}`,
    { from, to, ...(memberId && { memberId }), ...after },
  );
}

/** Returns the open conversations whose customer waits for an answer now, those who have waited longest first. */
export function waitingPage(
  ctx: QueryContext,
  { after, limit }: { after: Place | null; limit: number },
): Promise<BehindRow[]> {
  return select<BehindRow>(
    ctx,
    `SELECT v.id AS conversationId, ${CONTACT}, v.waiting_since AS at, v.id AS tie, NULL AS seconds,
       NULL AS reason, v.assignee_id AS memberId, u.name AS memberName
     FROM conversations v FORCE INDEX (conversations_waiting)
     JOIN contacts c ON c.tenant_id = v.tenant_id AND c.id = v.contact_id
     LEFT JOIN users u ON u.tenant_id = v.tenant_id AND u.id = v.assignee_id
     WHERE v.tenant_id = :tenantId AND v.status = 'open' AND v.waiting_since IS NOT NULL AND v.${IS_REAL}
       ${after ? 'AND (v.waiting_since > :at OR (v.waiting_since = :at AND v.id > :tie))' : ''}
     ORDER BY v.waiting_since, v.id LIMIT ${Math.trunc(limit)}`,
    { ...after },
  );
}
