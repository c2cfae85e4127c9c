import type { BroadcastCounts } from '../../../shared/contract/public/broadcasts.contract.ts';
import {
  BROADCAST_EXCLUSIONS,
  type BroadcastExclusion,
  HOLDING_CODES,
  RETRIABLE_CODES,
  type RecipientResult,
} from '../../../shared/domain/templates/broadcasts.ts';
import type { Bindings } from '../../db/database.ts';
import { type BroadcastRow, RECIPIENT_STATE, type RecipientView } from '../../db/models/broadcast.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** The people of audiences, and what came of them. */

/** Whom a broadcast is for; `ids` are the contacts of a list, `source` those of a segment. */
type Audience = Pick<BroadcastRow, 'audienceKind' | 'audienceTag'> & {
  ids?: readonly Buffer[];
  source?: { from: string; id: string; where: string; bindings: Bindings } | undefined;
};

/** Whether another broadcast of the name has created a message for the contact `c` that has not failed. */
const reachedBy = (name: string, id: string) => `EXISTS (SELECT 1 FROM broadcast_recipients p
    JOIN broadcasts n ON n.tenant_id = p.tenant_id AND n.id = p.broadcast_id
    JOIN messages o ON o.tenant_id = p.tenant_id AND o.id = p.message_id
    WHERE p.tenant_id = :tenantId AND p.contact_id = c.id AND n.name = ${name} AND n.id <> ${id} AND o.status <> 'failed')`;
const REACHED = reachedBy(':name', ':id');

/** The reason why the contact `c` gets no message of the broadcast `:id` with this name; null when there is none. */
const REASON = `CASE WHEN c.is_blocked = 1 THEN 'blocked' WHEN c.marketing = 'unsubscribed' THEN 'unsubscribed'
    WHEN c.phone IS NULL THEN 'no_phone' WHEN ${REACHED} THEN 'already_reached' END`;

/** Adds so many of the next contacts of an audience; returns the last of them, and null at the end. */
export async function expandAudience(
  ctx: QueryContext,
  broadcast: Pick<BroadcastRow, 'id' | 'name' | 'expandedTo'> & Audience,
  limit: number,
): Promise<Buffer | null> {
  const { from, contact, bindings } = audienceOf(broadcast);
  const { id, name, expandedTo } = broadcast;
  const after = expandedTo ? `AND ${contact} > :after` : '';
  const rows = await select<{ contactId: Buffer }>(
    ctx,
    `SELECT ${contact} AS contactId FROM ${from} ${after} ORDER BY ${contact} LIMIT ${Math.trunc(limit)}`,
    { ...bindings, ...(expandedTo && { after: expandedTo }) },
  );
  const last = rows.at(-1)?.contactId;
  if (!last) return null;
  await addRecipients(
    ctx,
    { id, name },
    rows.map((row) => row.contactId),
  );
  return rows.length < limit ? null : last;
}

/** Adds contacts to the audience of a broadcast, each with the reason why they are excluded. Repeatable. */
export async function addRecipients(
  ctx: QueryContext,
  { id, name }: Pick<BroadcastRow, 'id' | 'name'>,
  contactIds: readonly Buffer[],
): Promise<void> {
  if (contactIds.length === 0) return;
  await run(
    ctx,
    `INSERT INTO broadcast_recipients (tenant_id, broadcast_id, contact_id, state, reason)
     SELECT x.tenant_id, :id, x.contactId, IF(x.reason IS NULL, 0, 1), x.reason
     FROM (SELECT c.tenant_id, c.id AS contactId, ${REASON} AS reason FROM contacts c
           WHERE c.tenant_id = :tenantId AND c.id IN (:contactIds)) x
     ON DUPLICATE KEY UPDATE state = broadcast_recipients.state`,
    { id, name, contactIds: [...contactIds] },
  );
}

/** Returns how many of an audience would get a broadcast of this name, and how many would not, by reason. */
export async function countAudience(
  ctx: QueryContext,
  audience: Audience,
  { name, max }: { name: string; max: number },
): Promise<Pick<BroadcastCounts, 'recipients' | 'excluded'>> {
  const { from, contact, bindings } = audienceOf(audience);
  const rows = await select<{ reason: BroadcastExclusion | null; count: number }>(
    ctx,
    `SELECT x.reason, COUNT(*) AS count FROM (
       SELECT ${REASON} AS reason FROM (SELECT ${contact} AS id FROM ${from} LIMIT ${Math.trunc(max)}) a
       JOIN contacts c ON c.tenant_id = :tenantId AND c.id = a.id) x GROUP BY x.reason`,
    { ...bindings, name, id: Buffer.alloc(16) },
  );
  const counts = { recipients: 0, excluded: nobodyExcluded() };
  for (const { reason, count } of rows) {
    if (reason === null) counts.recipients = Number(count);
    else counts.excluded[reason] = Number(count);
  }
  return counts;
}

/** Returns some contacts of an audience who would get a broadcast of this name. */
export function sampleAudience(
  ctx: QueryContext,
  audience: Audience,
  { name, limit }: { name: string; limit: number },
): Promise<{ id: Buffer }[]> {
  const { from, contact, bindings } = audienceOf(audience);
  return select<{ id: Buffer }>(
    ctx,
    `SELECT c.id FROM (SELECT ${contact} AS id FROM ${from} ORDER BY ${contact} DESC LIMIT 1000) a
     JOIN contacts c ON c.tenant_id = :tenantId AND c.id = a.id
     WHERE (${REASON}) IS NULL LIMIT ${Math.trunc(limit)}`,
    { ...bindings, name, id: Buffer.alloc(16) },
  );
}

function audienceOf(audience: Audience): { from: string; contact: string; bindings: Bindings } {
  if (audience.ids) {
    return {
      from: 'contacts a WHERE a.tenant_id = :tenantId AND a.id IN (:ids)',
      contact: 'a.id',
      bindings: { ids: [...audience.ids] },
    };
  }
  if (audience.source) {
    const { from, id, where, bindings } = audience.source;
    return { from: `${from} WHERE ${where}`, contact: id, bindings };
  }
  const { audienceTag: tag } = audience;
  if (tag !== null) {
    return {
      from: 'contact_tags t WHERE t.tenant_id = :tenantId AND t.tag = :tag',
      contact: 't.contact_id',
      bindings: { tag },
    };
  }
  return {
    from: 'contacts a FORCE INDEX (contacts_tenant_id) WHERE a.tenant_id = :tenantId',
    contact: 'a.id',
    bindings: {},
  };
}

/** Returns some people of a broadcast whose message is not created yet, or who wait for another try. */
export function nextRecipients(
  ctx: QueryContext,
  id: Buffer,
  limit: number,
): Promise<{ contactId: Buffer; state: number }[]> {
  return select<{ contactId: Buffer; state: number }>(
    ctx,
    `SELECT contact_id AS contactId, state FROM broadcast_recipients
     WHERE tenant_id = :tenantId AND broadcast_id = :id AND state IN (0, 3)
     ORDER BY state, contact_id LIMIT ${Math.trunc(limit)}`,
    { id },
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

/** Returns whether a broadcast of this name, other than this one, has a message for the contact that has not failed. */
export async function isReached(
  ctx: QueryContext,
  { id, name }: Pick<BroadcastRow, 'id' | 'name'>,
  contactId: Buffer,
): Promise<boolean> {
  const rows = await select<object>(
    ctx,
    `SELECT c.id FROM contacts c WHERE c.tenant_id = :tenantId AND c.id = :contactId AND ${REACHED}`,
    { id, name, contactId },
  );
  return rows.length > 0;
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
    AND c.is_blocked = 0 AND c.marketing <> 'unsubscribed' AND c.phone IS NOT NULL AND NOT ${reachedBy('b.name', 'b.id')}`;
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
  { result, after, limit }: { result?: RecipientResult | undefined; after: Buffer | null; limit: number },
): Promise<RecipientView[]> {
  const narrowed: Partial<Record<RecipientResult, string>> = {
    waiting: 'AND r.state = 0',
    excluded: 'AND r.state = 1',
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

function nobodyExcluded(): BroadcastCounts['excluded'] {
  return Object.fromEntries(BROADCAST_EXCLUSIONS.map((reason) => [reason, 0])) as BroadcastCounts['excluded'];
}
