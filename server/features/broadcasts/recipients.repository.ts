import type { BroadcastCounts } from '../../../shared/contract/public/broadcasts.contract.ts';
import { SIMULATED_PHONES_LIKE } from '../../../shared/domain/rehearsal/rehearsal.ts';
import {
  type BroadcastExclusion,
  HOLDING_CODES,
  RETRIABLE_CODES,
  type RecipientFilter,
} from '../../../shared/domain/templates/broadcasts.ts';
import { RECIPIENT_STATE, type RecipientView } from '../../db/models/broadcast.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';
import { nobodyExcluded, reachedBy } from './audience.repository.ts';

/** The people of broadcasts, and what came of them. */

/** A person whose message is not created yet, or who waits for another try. */
export interface WaitingRecipient {
  contactId: Buffer;
  phone: string | null;
  dueAt: Date;
}

/**
 * Returns the people of a broadcast who are due next, also those whose time is still to come; with `after` only those
 * behind that one.
 */
export function nextRecipients(
  ctx: QueryContext,
  id: Buffer,
  { limit, after }: { limit: number; after?: WaitingRecipient | undefined },
): Promise<WaitingRecipient[]> {
  const most = Math.trunc(limit);
  const behind = after ? 'AND due_at >= :dueAt AND (due_at > :dueAt OR contact_id > :contactId)' : '';
  const inState = (state: number) =>
    `(SELECT contact_id, due_at FROM broadcast_recipients FORCE INDEX (broadcast_recipients_due)
      WHERE tenant_id = :tenantId AND broadcast_id = :id AND state = ${state} ${behind}
      ORDER BY due_at, contact_id LIMIT ${most})`;
  return select<WaitingRecipient>(
    ctx,
    `SELECT w.contact_id AS contactId, w.due_at AS dueAt, c.phone
     FROM (${inState(RECIPIENT_STATE.waiting)} UNION ALL ${inState(RECIPIENT_STATE.again)}) w
     JOIN contacts c ON c.tenant_id = :tenantId AND c.id = w.contact_id
     ORDER BY w.due_at, w.contact_id LIMIT ${most}`,
    { id, ...(after && { dueAt: after.dueAt, contactId: after.contactId }) },
  );
}

/** Returns the phone numbers of people of a broadcast. */
export function phonesOf(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
): Promise<{ contactId: Buffer; phone: string | null }[]> {
  return select<{ contactId: Buffer; phone: string | null }>(
    ctx,
    'SELECT id AS contactId, phone FROM contacts WHERE tenant_id = :tenantId AND id IN (:contactIds)',
    { contactIds: [...contactIds] },
  );
}

/** Stores when people get their message at the earliest. */
export async function postponeRecipients(
  ctx: QueryContext,
  id: Buffer,
  contactIds: readonly Buffer[],
  dueAt: Date,
): Promise<void> {
  await run(
    ctx,
    `UPDATE broadcast_recipients SET due_at = :dueAt
     WHERE tenant_id = :tenantId AND broadcast_id = :id AND contact_id IN (:contactIds) AND state IN (0, 3)`,
    { id, contactIds: [...contactIds], dueAt },
  );
}

/** Locks a person of a broadcast; null when the contact was deleted. */
export async function lockRecipient(
  ctx: QueryContext,
  id: Buffer,
  contactId: Buffer,
): Promise<{ state: number; messageId: Buffer | null } | null> {
  const [row] = await select<{ state: number; messageId: Buffer | null }>(
    ctx,
    `SELECT state, message_id AS messageId FROM broadcast_recipients
     WHERE tenant_id = :tenantId AND broadcast_id = :id AND contact_id = :contactId FOR UPDATE`,
    { id, contactId },
  );
  return row ?? null;
}

/** Stores what became of a person: excluded with a reason, or with a message. */
export async function settleRecipient(
  ctx: QueryContext,
  id: Buffer,
  contactId: Buffer,
  outcome: { reason: BroadcastExclusion } | { messageId: Buffer },
): Promise<void> {
  const isExcluded = 'reason' in outcome;
  await run(
    ctx,
    `UPDATE broadcast_recipients SET state = ${isExcluded ? RECIPIENT_STATE.excluded : RECIPIENT_STATE.created},
       reason = :reason, message_id = :messageId
     WHERE tenant_id = :tenantId AND broadcast_id = :id AND contact_id = :contactId`,
    {
      ...{ id, contactId, reason: isExcluded ? outcome.reason : null },
      messageId: isExcluded ? null : outcome.messageId,
    },
  );
}

/** Excludes everyone who has no message yet; those who waited for another try stay failed. */
export async function cancelWaiting(ctx: QueryContext, id: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE broadcast_recipients
     SET reason = IF(state = 0, 'canceled', NULL), state = IF(state = 0, 1, 2)
     WHERE tenant_id = :tenantId AND broadcast_id = :id AND state IN (0, 3)`,
    { id },
  );
}

const codeList = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ');
const CODE = "JSON_UNQUOTE(JSON_EXTRACT(m.error, '$.code'))";
/** What `retry` sends again: another try may succeed, and the contact `c` still wants and can get the message. */
const IS_RETRIABLE = `m.status = 'failed' AND ${CODE} IN (${codeList(RETRIABLE_CODES)})
    AND c.is_blocked = 0 AND c.marketing <> 'unsubscribed' AND c.phone IS NOT NULL
    AND c.phone NOT LIKE '${SIMULATED_PHONES_LIKE}' AND NOT ${reachedBy('b.name', 'b.id')}`;
/** The parts of a person of the broadcast: its name, the contact, and the message if there is one. */
const PERSON = `broadcast_recipients r JOIN broadcasts b ON b.tenant_id = r.tenant_id AND b.id = r.broadcast_id
     JOIN contacts c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
     LEFT JOIN messages m ON m.tenant_id = r.tenant_id AND m.id = r.message_id`;

const CHANGED_AT_ONCE = 1_000;

/** Lets those wait for another try who can be sent the message again; returns how many. */
export async function againFailed(ctx: QueryContext, id: Buffer): Promise<number> {
  // Read without locks on contacts and messages: the worker checks each person once more.
  const people = await select<{ contactId: Buffer }>(
    ctx,
    `SELECT r.contact_id AS contactId FROM ${PERSON}
     WHERE r.tenant_id = :tenantId AND r.broadcast_id = :id AND r.state = 2 AND ${IS_RETRIABLE} ORDER BY r.contact_id`,
    { id },
  );
  let changed = 0;
  for (let from = 0; from < people.length; from += CHANGED_AT_ONCE) {
    const contactIds = people.slice(from, from + CHANGED_AT_ONCE).map(({ contactId }) => contactId);
    changed += await run(
      ctx,
      `UPDATE broadcast_recipients SET state = 3
       WHERE tenant_id = :tenantId AND broadcast_id = :id AND contact_id IN (:contactIds) AND state = 2`,
      { id, contactIds },
    );
  }
  return changed;
}

/** The person wrote within three days after the message `m`. */
const REPLIED = `EXISTS (SELECT 1 FROM messages i FORCE INDEX (messages_thread)
    WHERE i.tenant_id = r.tenant_id AND i.contact_id = r.contact_id AND i.direction = 'inbound'
      AND i.created_at > m.created_at AND i.created_at <= m.created_at + INTERVAL 3 DAY)`;

/** Returns the counts of a broadcast, and how many failures say that the platform holds back. */
export async function countRecipients(
  ctx: QueryContext,
  id: Buffer,
): Promise<{ counts: BroadcastCounts; holding: number }> {
  const rows = await select<{
    state: number;
    reason: BroadcastExclusion | null;
    status: RecipientView['status'];
    isRetriable: number;
    isHolding: number;
    count: number;
    replied: number;
  }>(
    ctx,
    `SELECT r.state, r.reason, m.status, COALESCE(${IS_RETRIABLE}, 0) AS isRetriable,
       COALESCE(m.status = 'failed' AND ${CODE} IN (${codeList(HOLDING_CODES)}), 0) AS isHolding,
       COUNT(*) AS count, COALESCE(SUM(m.id IS NOT NULL AND ${REPLIED}), 0) AS replied
     FROM ${PERSON}
     WHERE r.tenant_id = :tenantId AND r.broadcast_id = :id
     GROUP BY r.state, r.reason, m.status, isRetriable, isHolding`,
    { id },
  );
  const counts = noCounts();
  let holding = 0;
  for (const row of rows) {
    const count = Number(row.count);
    if (row.state === RECIPIENT_STATE.excluded) {
      if (row.reason) counts.excluded[row.reason] += count;
      continue;
    }
    counts.recipients += count;
    counts.replied += Number(row.replied);
    const { status } = row;
    if (row.state === RECIPIENT_STATE.again || status === 'queued') counts.queued += count;
    else if (status === null) counts.waiting += count;
    else if (status === 'failed') {
      counts.failed += count;
      if (Number(row.isRetriable)) counts.retriable += count;
      if (Number(row.isHolding)) holding += count;
    } else {
      counts.sent += count;
      if (status !== 'sent') counts.delivered += count;
      if (status === 'read') counts.read += count;
    }
  }
  return { counts, holding };
}

/** Returns a page of the people of a broadcast. */
export function recipientPage(
  ctx: QueryContext,
  id: Buffer,
  { result, after, limit }: { result?: RecipientFilter | undefined; after: Buffer | null; limit: number },
): Promise<RecipientView[]> {
  const narrowed: Partial<Record<RecipientFilter, string>> = {
    waiting: 'AND r.state = 0',
    excluded: 'AND r.state = 1',
    included: 'AND r.state <> 1',
    received: "AND r.state = 2 AND m.status IN ('delivered', 'read')",
    replied: `AND m.id IS NOT NULL AND ${REPLIED}`,
    queued: "AND (r.state = 3 OR (r.state = 2 AND m.status = 'queued'))",
  };
  const byResult = result ? (narrowed[result] ?? 'AND r.state = 2 AND m.status = :result') : '';
  return select<RecipientView>(
    ctx,
    `SELECT r.contact_id AS contactId, c.name, c.phone, r.state, r.reason, r.message_id AS messageId, m.status, m.error,
       v.id AS conversationId, COALESCE(${IS_RETRIABLE}, 0) AS canRetry,
       COALESCE(m.id IS NOT NULL AND ${REPLIED}, 0) AS replied
     FROM ${PERSON} LEFT JOIN conversations v ON v.tenant_id = r.tenant_id AND v.contact_id = r.contact_id
     WHERE r.tenant_id = :tenantId AND r.broadcast_id = :id ${after ? 'AND r.contact_id > :after' : ''} ${byResult}
     ORDER BY r.contact_id LIMIT ${Math.trunc(limit)}`,
    { id, ...(after && { after }), ...(byResult.includes(':result') && { result: result ?? '' }) },
  );
}

/** Returns how many messages of a broadcast wait for the platform, counted up to `max`. */
export async function countPending(ctx: QueryContext, id: Buffer, max: number): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM (SELECT id FROM outbound_sends FORCE INDEX (outbound_sends_broadcast)
       WHERE tenant_id = :tenantId AND broadcast_id = :id LIMIT ${Math.trunc(max)}) w`,
    { id },
  );
  return Number(row?.count ?? 0);
}

export function noCounts(): BroadcastCounts {
  return {
    ...{ recipients: 0, waiting: 0, queued: 0, sent: 0, delivered: 0, read: 0, failed: 0 },
    ...{ retriable: 0, replied: 0, excluded: nobodyExcluded() },
  };
}
