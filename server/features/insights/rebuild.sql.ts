import { GROWTH } from '../../../shared/domain/time/histogram.ts';
import type { MessageOrigin } from '../../db/models/message.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';
import { hourSql, IS_REAL, isCounted } from './erasure.sql.ts';
import type { HourRow, Metric } from './figures.ts';
import { HOUR_COLUMNS, readHour } from './insights.sql.ts';

/** The bucket of a histogram for the column `seconds`. */
const BUCKET_SQL = `IF(seconds < 1, 0, GREATEST(1, CEIL(LN(seconds) / LN(${GROWTH}) - 1e-9) + 1))`;

/** Messages of one hour, of one direction and author. */
export interface MessageSum {
  metric: Metric;
  hour: number;
  part: string;
  n: number;
  /** The number of the newest event when they were counted. */
  seq: number;
}

/** How the messages of a workspace are read: contact by contact, or the whole table in its own order. */
export type MessageOrder = 'threads' | 'table';

/** A row found by its contact costs as much as so many in the order of the table, once the table is larger than the memory. */
const ROWS_FOR_ONE = 8;

/** Returns the faster order: that of the table, if the workspace has a large part of it. */
export async function orderOfCount(ctx: QueryContext): Promise<MessageOrder> {
  const [own] = await select<{ messages: number | null }>(
    ctx,
    'SELECT SUM(message_count) AS messages FROM conversations WHERE tenant_id = :tenantId',
  );
  const [all] = await ctx.db.select<{ messages: number | null }>(
    `/* system: size of the table */ SELECT TABLE_ROWS AS messages FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'messages'`,
  );
  return Number(own?.messages ?? 0) * ROWS_FOR_ONE >= Number(all?.messages ?? 0) ? 'table' : 'threads';
}

/**
 * Counts all messages, with those of contacts that were deleted. One statement, so one state of the database: it is
 * that of the event whose number it returns. 10 million messages of one workspace take about 90 s on two busy cores;
 * found by their contacts, they take a quarter of an hour.
 */
export async function countMessages(
  ctx: QueryContext,
  shift: number,
  order: MessageOrder,
): Promise<MessageSum[]> {
  const source =
    order === 'table'
      ? 'messages m FORCE INDEX (PRIMARY)'
      : `contacts c FORCE INDEX (contacts_tenant_id) STRAIGHT_JOIN messages m FORCE INDEX (messages_thread)
         ON c.tenant_id = :tenantId AND m.tenant_id = c.tenant_id AND m.contact_id = c.id`;
  const rows = await select<MessageSum>(
    ctx,
    `SELECT s.metric, s.hour, s.part, s.n, k.seq FROM tenant_counters k JOIN (
       SELECT IF(m.direction = 'inbound', 'received', 'sent') AS metric, ${hourSql('m.created_at')} AS hour,
         LOWER(COALESCE(HEX(m.author_id), '')) AS part, COUNT(*) AS n
       FROM ${source}
       WHERE m.tenant_id = :tenantId AND ${isCounted('m.')}
       GROUP BY 1, 2, 3
       UNION ALL
       SELECT metric, hour, part, n FROM insight_hours
       WHERE tenant_id = :tenantId AND metric IN ('erased_received', 'erased_sent', 'erased_member_sent')) s
     WHERE k.tenant_id = :tenantId`,
    { shift },
  );
  return rows.map((row) => ({ ...row, hour: Number(row.hour), n: Number(row.n), seq: Number(row.seq) }));
}

/** Returns the hours of all facts from an instant on: a row for each bucket of their durations. */
export async function countFacts(
  ctx: QueryContext,
  shift: number,
  since: Date,
): Promise<(Omit<HourRow, 'histogram'> & { bucket: number | null })[]> {
  const counted = (metric: string, part: string, where: string) =>
    `SELECT ${metric} AS metric, ${hourSql('at')} AS hour, ${part} AS part,
       IF(seconds IS NULL, NULL, ${BUCKET_SQL}) AS bucket, COUNT(*) AS n
     FROM insight_facts WHERE tenant_id = :tenantId AND at >= :since ${where} GROUP BY 1, 2, 3, 4`;
  const rows = await select<Omit<HourRow, 'histogram'> & { bucket: number | null }>(
    ctx,
    `${counted('kind', "IF(kind = 'failed', COALESCE(reason, 'unknown'), '')", '')}
     UNION ALL
     SELECT metric, hour, part, NULL, SUM(n) FROM (
       ${counted("'answered'", 'LOWER(HEX(member_id))', "AND kind = 'first_response' AND member_id IS NOT NULL")}) a
     GROUP BY 1, 2, 3`,
    { shift, since },
  );
  return rows.map((row) => ({
    ...{ metric: row.metric, hour: Number(row.hour), part: row.part, n: Number(row.n) },
    bucket: row.bucket === null ? null : Number(row.bucket),
  }));
}

/** Returns the first hour of some metrics; null without any. */
export async function firstHour(ctx: QueryContext, metrics: readonly Metric[]): Promise<number | null> {
  const [row] = await select<{ hour: number | null }>(
    ctx,
    'SELECT MIN(hour) AS hour FROM insight_hours WHERE tenant_id = :tenantId AND metric IN (:metrics)',
    { metrics: [...metrics] },
  );
  return row?.hour == null ? null : Number(row.hour);
}

/** Returns the rows of some metrics from an hour on, up to another one. */
export async function hoursBetween(
  ctx: QueryContext,
  metrics: readonly Metric[],
  { from, to }: { from: number; to: number },
): Promise<HourRow[]> {
  const rows = await select<HourRow>(
    ctx,
    `SELECT ${HOUR_COLUMNS} FROM insight_hours
     WHERE tenant_id = :tenantId AND metric IN (:metrics) AND hour >= :from AND hour < :to`,
    { metrics: [...metrics], from, to },
  );
  return rows.map(readHour);
}

/** Returns the time of the last fact; null before the first. */
export async function lastFactAt(ctx: QueryContext): Promise<Date | null> {
  const [row] = await select<{ at: Date | null }>(
    ctx,
    'SELECT MAX(at) AS at FROM insight_facts WHERE tenant_id = :tenantId',
  );
  return row?.at ?? null;
}

/** Makes the conversations that are not closed those that are followed. Times of opening that are known stay. */
export async function trackConversations(ctx: QueryContext): Promise<void> {
  await run(
    ctx,
    `DELETE i FROM insight_conversations i
     LEFT JOIN conversations c ON c.tenant_id = i.tenant_id AND c.id = i.conversation_id AND c.status <> 'closed'
     WHERE i.tenant_id = :tenantId AND c.id IS NULL`,
  );
  await run(
    ctx,
    `INSERT INTO insight_conversations (tenant_id, conversation_id, contact_id, status, opened_at, waiting_since,
       is_answered, window_ends_at)
     SELECT c.tenant_id, c.id, c.contact_id, c.status,
       IF(c.first_response_at IS NULL AND c.waiting_since IS NOT NULL, c.waiting_since,
         COALESCE(c.first_response_at, c.created_at)),
       c.waiting_since, c.first_response_at IS NOT NULL,
       IF(c.waiting_since IS NULL, NULL, c.last_inbound_at + INTERVAL 24 HOUR)
     FROM conversations c WHERE c.tenant_id = :tenantId AND c.status <> 'closed' AND c.${IS_REAL}
     ON DUPLICATE KEY UPDATE contact_id = c.contact_id, status = c.status, waiting_since = c.waiting_since,
       is_answered = c.first_response_at IS NOT NULL,
       window_ends_at = IF(c.waiting_since IS NULL OR c.last_inbound_at + INTERVAL 24 HOUR <= window_counted, NULL,
         c.last_inbound_at + INTERVAL 24 HOUR)`,
  );
}

/** A message as the threads of a workspace are read. */
export interface WalkedMessage {
  id: Buffer;
  contactId: Buffer;
  conversationId: Buffer;
  createdAt: Date;
  direction: 'inbound' | 'outbound';
  authorId: Buffer | null;
  isBroadcast: number;
  origin: MessageOrigin | null;
  failedAt: Date | null;
  code: string | null;
}

/** Returns the next messages of all threads, thread by thread, each oldest first. */
export function nextOfThreads(
  ctx: QueryContext,
  after: Pick<WalkedMessage, 'contactId' | 'createdAt' | 'id'> | null,
  limit: number,
): Promise<WalkedMessage[]> {
  return select<WalkedMessage>(
    ctx,
    `SELECT id, contact_id AS contactId, conversation_id AS conversationId, created_at AS createdAt, direction,
       author_id AS authorId, broadcast_id IS NOT NULL AS isBroadcast, origin,
       IF(status = 'failed', failed_at, NULL) AS failedAt,
       IF(status = 'failed', JSON_UNQUOTE(JSON_EXTRACT(error, '$.code')), NULL) AS code
     FROM messages FORCE INDEX (messages_thread)
     WHERE tenant_id = :tenantId AND ${isCounted()}
       ${after ? 'AND (contact_id > :contactId OR (contact_id = :contactId AND (created_at > :createdAt OR (created_at = :createdAt AND id > :id))))' : ''}
     ORDER BY contact_id, created_at, id LIMIT ${Math.trunc(limit)}`,
    after ? { contactId: after.contactId, createdAt: after.createdAt, id: after.id } : {},
  );
}
