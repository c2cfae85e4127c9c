import type { BroadcastStatus } from '../../../shared/domain/templates/broadcasts.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { select } from '../../kernel/tenancy/rows.ts';
import { IS_REAL } from './erasure.sql.ts';
import { DAY_METRICS, type DailyMetric, type HourRow, type Metric, wholeDays } from './figures.ts';
import { HOUR_COLUMNS, readHour } from './insights.sql.ts';

/** A stretch of hours: from the first one up to, without, the last one. */
export interface Hours {
  from: number;
  to: number;
}

/** Hours that others are compared with, and which part of the last one counts, from 0 to 1. */
export interface ComparedHours extends Hours {
  lastShare: number;
}

/** Returns the sums of each hour. 180 days with 10 million messages: 25,000 rows, 30 ms. */
export async function sumsOfHours(
  ctx: QueryContext,
  metrics: readonly Metric[],
  { from, to }: Hours,
): Promise<{ metric: Metric; hour: number; n: number }[]> {
  const rows = await select<{ metric: Metric; hour: number; n: number }>(
    ctx,
    `SELECT metric, hour, SUM(n) AS n FROM insight_hours
     WHERE tenant_id = :tenantId AND metric IN (:metrics) AND hour >= :from AND hour < :to GROUP BY metric, hour`,
    { metrics: [...metrics], from, to },
  );
  return rows.map(({ metric, hour, n }) => ({ metric, hour: Number(hour), n: Number(n) }));
}

/** The rows of a stretch of hours: of its whole days by the day, of the rest by the hour. */
const OF_STRETCH = `((metric IN (:dayMetrics) AND hour >= :daysFrom AND hour < :daysTo)
  OR (metric IN (:metrics) AND ((hour >= :from AND hour < :daysFrom) OR (hour >= :daysTo AND hour < :to))))`;

/** @param hasDays whether days are counted; if not, all is read by the hour. */
function stretchOf(
  metrics: readonly DailyMetric[],
  { from, to, lastShare }: ComparedHours,
  hasDays: boolean,
) {
  // An hour that counts in part is never within a day.
  const days = hasDays ? wholeDays({ from, to: lastShare < 1 ? to - 1 : to }) : { from: to, to };
  return {
    ...{ metrics: [...metrics], dayMetrics: metrics.map((metric) => DAY_METRICS[metric]) },
    ...{ from, to, daysFrom: days.from, daysTo: days.to },
  };
}

/** Returns the durations of a stretch. 90 days with 10 million messages: 90 days and up to 46 hours, in place of 2,160 hours. */
export async function durationsOf(
  ctx: QueryContext,
  metric: 'first_response' | 'resolution',
  hours: ComparedHours,
  hasDays: boolean,
): Promise<HourRow[]> {
  const rows = await select<HourRow>(
    ctx,
    `SELECT ${HOUR_COLUMNS} FROM insight_hours WHERE tenant_id = :tenantId AND ${OF_STRETCH}`,
    stretchOf([metric], hours, hasDays),
  );
  return rows.map(readHour);
}

/** Returns the sums of each part of a metric, in two stretches of hours of which the second one ends first. */
export async function sumsOfParts(
  ctx: QueryContext,
  metric: Metric,
  now: Hours,
  before: ComparedHours,
): Promise<{ part: string; value: number; previous: number }[]> {
  const rows = await select<{ part: string; value: number; previous: number; previousLast: number }>(
    ctx,
    `SELECT part, SUM(IF(hour >= :from, n, 0)) AS value, SUM(IF(hour < :previousTo, n, 0)) AS previous,
       SUM(IF(hour = :previousLast, n, 0)) AS previousLast
     FROM insight_hours
     WHERE tenant_id = :tenantId AND metric = :metric AND hour >= :previousFrom AND hour < :to GROUP BY part`,
    {
      ...{ metric, from: now.from, to: now.to, previousFrom: before.from, previousTo: before.to },
      previousLast: before.to - 1,
    },
  );
  return rows.map(({ part, value, previous, previousLast }) => ({
    part,
    value: Number(value),
    previous: Math.round(Number(previous) - (1 - before.lastShare) * Number(previousLast)),
  }));
}

/** Returns the sums of each member, of several metrics at once: a function of the metric and the member. */
export async function sumsOfMembers(
  ctx: QueryContext,
  metrics: readonly DailyMetric[],
  hours: Hours,
  hasDays: boolean,
): Promise<{ sumOf: (metric: DailyMetric, part: string) => number; parts: ReadonlySet<string> }> {
  const rows = await select<{ metric: Metric; part: string; n: number }>(
    ctx,
    `SELECT metric, part, SUM(n) AS n FROM insight_hours
     WHERE tenant_id = :tenantId AND ${OF_STRETCH} GROUP BY metric, part`,
    stretchOf(metrics, { ...hours, lastShare: 1 }, hasDays),
  );
  const sums = new Map(rows.map(({ metric, part, n }) => [`${metric} ${part}`, Number(n)]));
  const stored = (metric: Metric, part: string) => sums.get(`${metric} ${part}`) ?? 0;
  return {
    sumOf: (metric, part) => stored(metric, part) + stored(DAY_METRICS[metric], part),
    parts: new Set(rows.map(({ part }) => part)),
  };
}

/** Returns how many open conversations were opened in a stretch of time. Counting stops at `most`. */
export async function countOpenSince(
  ctx: QueryContext,
  { after, until }: { after: Date; until: Date },
  most: number,
): Promise<number> {
  const [row] = await select<{ counted: number }>(
    ctx,
    `SELECT COUNT(*) AS counted FROM (
       SELECT conversation_id FROM insight_conversations
       WHERE tenant_id = :tenantId AND status = 'open' AND opened_at > :after AND opened_at <= :until
       LIMIT ${Math.trunc(most)}) counted`,
    { after, until },
  );
  return Number(row?.counted ?? 0);
}

/** Returns how many open conversations have a customer who waits, and since when the first one does. Counting stops at `most`. */
export async function countWaiting(
  ctx: QueryContext,
  most: number,
): Promise<{ counted: number; since: Date | null }> {
  const [row] = await select<{ counted: number; since: Date | null }>(
    ctx,
    `SELECT COUNT(*) AS counted, MIN(waiting_since) AS since FROM (
       SELECT waiting_since FROM conversations FORCE INDEX (conversations_waiting)
       WHERE tenant_id = :tenantId AND status = 'open' AND waiting_since IS NOT NULL AND ${IS_REAL}
       ORDER BY waiting_since LIMIT ${Math.trunc(most)}) counted`,
  );
  return { counted: Number(row?.counted ?? 0), since: row?.since ?? null };
}

/** Returns the members with the number of their open conversations, by name. */
export async function membersWithOpen(
  ctx: QueryContext,
): Promise<{ id: Buffer; name: string; openConversations: number }[]> {
  const rows = await select<{ id: Buffer; name: string; openConversations: number }>(
    ctx,
    // Member by member: the closed ones of all of them would be read otherwise.
    `SELECT u.id, u.name, (
       SELECT COUNT(*) FROM conversations c FORCE INDEX (conversations_assignee)
       WHERE c.tenant_id = :tenantId AND c.assignee_id = u.id AND c.status = 'open' AND c.${IS_REAL}) AS openConversations
     FROM users u WHERE u.tenant_id = :tenantId ORDER BY u.name, u.id`,
  );
  return rows.map((row) => ({ ...row, openConversations: Number(row.openConversations) }));
}

/** Returns the broadcasts that began in a stretch of time, newest first. */
export function broadcastsBetween(
  ctx: QueryContext,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<{ id: Buffer; name: string; status: BroadcastStatus; startedAt: Date; counts: unknown }[]> {
  return select(
    ctx,
    `SELECT id, name, status, started_at AS startedAt, counts FROM broadcasts
     WHERE tenant_id = :tenantId AND started_at >= :from AND started_at < :to ORDER BY id DESC LIMIT ${Math.trunc(limit)}`,
    { from, to },
  );
}

/** Returns what inference keys and the inbox itself have used between two days, with both. */
export async function modelUsage(
  ctx: QueryContext,
  from: string,
  to: string,
): Promise<{ requests: number; promptTokens: number; completionTokens: number }> {
  const [row] = await select<{ requests: number; promptTokens: number; completionTokens: number }>(
    ctx,
    `SELECT COALESCE(SUM(calls), 0) AS requests, COALESCE(SUM(prompt_tokens), 0) AS promptTokens,
       COALESCE(SUM(completion_tokens), 0) AS completionTokens
     FROM inference_key_usage WHERE tenant_id = :tenantId AND day >= :from AND day <= :to`,
    { from, to },
  );
  return {
    requests: Number(row?.requests ?? 0),
    promptTokens: Number(row?.promptTokens ?? 0),
    completionTokens: Number(row?.completionTokens ?? 0),
  };
}
