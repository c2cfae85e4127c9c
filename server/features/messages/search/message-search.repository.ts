import type { MessageType } from '../../../../shared/contract/messages.contract.ts';
import { ASKED_AGAIN_FROM } from '../../../../shared/domain/assist/urgency.ts';
import type { MessageStatus } from '../../../../shared/domain/message-status.ts';
import type { SearchedState } from '../../../../shared/domain/search-query.ts';
import type { Bindings } from '../../../db/database.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { select } from '../../../kernel/tenancy/rows.ts';
import type { Worded, WordRange } from './words.ts';

/** What a search wants of a message besides its words. */
export interface MessageFilter {
  /** Who wrote it: any of these customers or members; null for anyone. */
  from: { contactIds: readonly Buffer[]; authorIds: readonly Buffer[] } | null;
  types: readonly MessageType[] | null;
  direction?: 'inbound' | 'outbound' | undefined;
  hasLink: boolean;
  before: Date | null;
  after: Date | null;
  label: string | null;
  states: readonly SearchedState[];
  /** The caller, for conversations that are theirs; null for programs. */
  me: Buffer | null;
}

/** A message that a search found, with what its row in the results shows. */
export interface FoundMessage extends Worded {
  conversationId: Buffer;
  contactId: Buffer;
  contactName: string;
  contactPhone: string | null;
  direction: 'inbound' | 'outbound';
  type: MessageType;
  status: MessageStatus;
  authorId: Buffer | null;
  authorName: string | null;
}

/** Returns the first and the last week that has words; null when there are none. */
export async function segmentsInUse(ctx: QueryContext): Promise<{ first: number; last: number } | null> {
  const end = (direction: 'ASC' | 'DESC') =>
    select<{ segment: number }>(
      ctx,
      `SELECT segment FROM message_words WHERE tenant_id = :tenantId ORDER BY segment ${direction} LIMIT 1`,
    );
  const [[first], [last]] = await Promise.all([end('ASC'), end('DESC')]);
  return first && last ? { first: first.segment, last: last.segment } : null;
}

/** Returns which of these weeks have a word of the range. At most 64 at once. */
export async function segmentsWith(
  ctx: QueryContext,
  segments: readonly number[],
  range: WordRange,
): Promise<number[]> {
  if (segments.length === 0) return [];
  const looks = segments.map(
    (segment) =>
      `EXISTS (SELECT 1 FROM message_words w WHERE ${inRange('w', segment, range)}) AS s${segment}`,
  );
  const [row] = await select<Record<string, number>>(ctx, `SELECT ${looks.join(', ')}`, bindingsOf(range));
  return segments.filter((segment) => Number(row?.[`s${segment}`]) > 0);
}

/** Returns how many rows these weeks have in a range, counting at most `most` in each. */
export async function countWords(
  ctx: QueryContext,
  segments: readonly number[],
  range: WordRange,
  most: number,
): Promise<number> {
  if (segments.length === 0) return 0;
  const counts = segments.map(
    (segment) =>
      `(SELECT COUNT(*) FROM (SELECT 1 FROM message_words w WHERE ${inRange('w', segment, range)}
         LIMIT ${Math.trunc(most)}) c${segment})`,
  );
  const [row] = await select<{ n: number }>(ctx, `SELECT ${counts.join(' + ')} AS n`, bindingsOf(range));
  return Number(row?.n ?? 0);
}

/** Returns messages of a week with a word of the range, newest first, after a place. */
export async function messagesOfWord(
  ctx: QueryContext,
  segment: number,
  range: WordRange,
  { before, limit }: { before: Buffer | null; limit: number },
): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    // Of one word, each message is there once, in the order of the index.
    `SELECT ${range.until ? 'DISTINCT' : ''} w.message_id AS id FROM message_words w
     WHERE ${inRange('w', segment, range)} ${before ? 'AND w.message_id < :before' : ''}
     ORDER BY w.message_id DESC LIMIT ${Math.trunc(limit)}`,
    { ...bindingsOf(range), ...(before ? { before } : {}) },
  );
  return rows.map(({ id }) => id);
}

/** Returns messages of some contacts, newest first, after a place. */
export async function messagesOfContacts(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
  { before, limit }: { before: { at: Date; id: Buffer } | null; limit: number },
): Promise<{ id: Buffer; at: Date }[]> {
  return select(
    ctx,
    `SELECT id, created_at AS at FROM messages WHERE tenant_id = :tenantId AND contact_id IN (:contactIds)
       ${before ? 'AND created_at <= :beforeAt AND (created_at < :beforeAt OR id < :beforeId)' : ''}
     ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(limit)}`,
    { contactIds, ...(before ? { beforeAt: before.at, beforeId: before.id } : {}) },
  );
}

const STATE: Readonly<Record<SearchedState, string>> = {
  open: "v.status = 'open'",
  snoozed: "v.status = 'snoozed'",
  closed: "v.status = 'closed'",
  unread: 'v.unread_count > 0',
  failed: "m.status = 'failed'",
  mine: 'v.assignee_id = :me',
  unassigned: 'v.assignee_id IS NULL',
  // As the filter of the list.
  urgent: `v.status <> 'closed' AND v.waiting_since IS NOT NULL
    AND (v.urgent_word IS NOT NULL OR v.asked_count >= ${ASKED_AGAIN_FROM})`,
};

/** Returns those of the messages that pass the filter. The customer's own deletions are not shown. */
export async function filteredMessages(
  ctx: QueryContext,
  ids: readonly Buffer[],
  filter: MessageFilter,
): Promise<FoundMessage[]> {
  if (ids.length === 0) return [];
  const { from, types, direction, hasLink, before, after, label, states, me } = filter;
  const bindings: Record<string, unknown> = { ids };
  const conditions = states.map((state) => STATE[state]);
  if (states.includes('mine')) bindings.me = me;
  if (types) {
    conditions.push('m.type IN (:types)');
    bindings.types = types;
  }
  if (direction) conditions.push(`m.direction = '${direction}'`);
  if (hasLink) conditions.push("CONCAT_WS(' ', m.content, m.caption) REGEXP 'https?://'");
  if (before) {
    conditions.push('m.created_at < :beforeAt');
    bindings.beforeAt = before;
  }
  if (after) {
    conditions.push('m.created_at >= :afterAt');
    bindings.afterAt = after;
  }
  if (label !== null) {
    conditions.push(
      `EXISTS (SELECT 1 FROM conversation_labels x JOIN labels l ON l.tenant_id = :tenantId AND l.id = x.label_id
         WHERE x.tenant_id = :tenantId AND x.conversation_id = m.conversation_id AND l.name = :label)`,
    );
    bindings.label = label;
  }
  if (from) {
    const writers: string[] = [];
    if (from.contactIds.length > 0) {
      writers.push("(m.direction = 'inbound' AND m.contact_id IN (:contactIds))");
      bindings.contactIds = from.contactIds;
    }
    if (from.authorIds.length > 0) {
      writers.push('m.author_id IN (:authorIds)');
      bindings.authorIds = from.authorIds;
    }
    conditions.push(writers.length === 0 ? 'FALSE' : `(${writers.join(' OR ')})`);
  }
  return select<FoundMessage>(
    ctx,
    `SELECT m.id, m.conversation_id AS conversationId, m.contact_id AS contactId, k.name AS contactName,
       k.phone AS contactPhone, m.direction, m.type, m.status, m.content, m.caption, m.filename,
       m.author_id AS authorId, u.name AS authorName, m.created_at AS createdAt
     FROM messages m
     JOIN contacts k ON k.tenant_id = :tenantId AND k.id = m.contact_id
     JOIN conversations v ON v.tenant_id = :tenantId AND v.id = m.conversation_id
     LEFT JOIN users u ON u.tenant_id = :tenantId AND u.id = m.author_id
     WHERE m.tenant_id = :tenantId AND m.id IN (:ids) AND m.revoked_at IS NULL
       ${conditions.map((condition) => `AND ${condition}`).join(' ')}`,
    bindings as Bindings,
  );
}

/** Returns the members whose name matches a LIKE pattern; at most `limit`. */
export async function membersLike(ctx: QueryContext, pattern: string, limit: number): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM users WHERE tenant_id = :tenantId AND name LIKE :pattern LIMIT ${Math.trunc(limit)}`,
    { pattern },
  );
  return rows.map(({ id }) => id);
}

function inRange(alias: string, segment: number, { until }: WordRange): string {
  const word = until ? `${alias}.word >= :from AND ${alias}.word < :until` : `${alias}.word = :from`;
  return `${alias}.tenant_id = :tenantId AND ${alias}.segment = ${Math.trunc(segment)} AND ${word}`;
}

function bindingsOf({ from, until }: WordRange): Bindings {
  return until ? { from, until } : { from };
}
