import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { insertTuples, run, select } from '../../kernel/tenancy/rows.ts';
import type { Fact, HourRow, Metric } from './figures.ts';
import { COUNTED_EVENTS, type CountedEvent, type Tracked } from './track.ts';

/** How far the events of a workspace are counted. Its row is locked while something is counted. */
export interface Cursor {
  seq: number;
  /** Messages of events up to this one are counted already. */
  messagesSeq: number;
  /** The event up to which days are counted, too. Another one than `seq` where a server without them has counted. */
  daysSeq: number | null;
  shift: number;
  /** 0 no, 1 the hours, 2 the hours and everything that they are counted from. */
  rebuild: number;
}

const CURSOR = 'seq, messages_seq AS messagesSeq, days_seq AS daysSeq, shift_minutes AS shift, rebuild';
export const HOUR_COLUMNS = 'metric, hour, part, n, histogram';
const ROWS_PER_INSERT = 500;
/** How long facts are kept. */
export const FACT_DAYS = 400;

/** Returns the next workspaces that have events to count, windows to close, or hours to rebuild. */
export async function tenantsToCount(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: relay */ SELECT c.tenant_id AS tenantId FROM tenant_counters c
     LEFT JOIN insight_cursors i ON i.tenant_id = c.tenant_id
     WHERE c.tenant_id > :after AND (i.tenant_id IS NULL OR c.seq > i.seq OR i.rebuild > 0)
     ORDER BY c.tenant_id LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  const due = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(window_ends_at) AS endsAt
       FROM insight_conversations FORCE INDEX (insight_conversations_window)
       WHERE tenant_id > :after GROUP BY tenant_id) w
     WHERE endsAt <= ${SURELY_PAST} ORDER BY tenantId LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  const byId = new Map([...rows, ...due].map(({ tenantId }) => [tenantId.toString('hex'), tenantId]));
  return [...byId.values()].toSorted(Buffer.compare).slice(0, limit);
}

/** What was written before this time is stored by now. */
const SURELY_PAST = 'UTC_TIMESTAMP(3) - INTERVAL 60 SECOND';

/** Returns the place of a workspace, locked on request; null before the first one is stored. */
export async function findCursor(ctx: QueryContext, isLocked = false): Promise<Cursor | null> {
  const [row] = await select<Cursor>(
    ctx,
    `SELECT ${CURSOR} FROM insight_cursors WHERE tenant_id = :tenantId ${isLocked ? 'FOR UPDATE' : ''}`,
  );
  if (!row) return null;
  const { seq, messagesSeq, daysSeq, shift, rebuild } = row;
  return {
    ...{ seq: Number(seq), messagesSeq: Number(messagesSeq), shift: Number(shift), rebuild },
    daysSeq: daysSeq === null ? null : Number(daysSeq),
  };
}

/** Returns whether the days are those of the hours. */
export const hasDays = ({ seq, daysSeq, rebuild }: Cursor) => daysSeq === seq && rebuild === 0;

/** Begins to count a workspace from its first event, if nothing has begun yet. */
export async function insertCursor(
  ctx: QueryContext,
  { shift, rebuild }: Pick<Cursor, 'shift' | 'rebuild'>,
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO insight_cursors (tenant_id, seq, messages_seq, days_seq, shift_minutes, rebuild)
     VALUES (:tenantId, 0, 0, 0, :shift, :rebuild) ON DUPLICATE KEY UPDATE rebuild = insight_cursors.rebuild`,
    { shift, rebuild },
  );
}

/**
 * Returns whether all that happened in a workspace is still in its events: none was deleted, and no messages were
 * brought along that are older than the first one. Without an index by time, it reads a few days of messages, once.
 */
export async function isAllInEvents(ctx: QueryContext): Promise<boolean> {
  const rows = await select<object>(
    ctx,
    `SELECT k.seq FROM tenant_counters k LEFT JOIN events e ON e.tenant_id = k.tenant_id AND e.seq = 1
     WHERE k.tenant_id = :tenantId AND (k.seq = 0 OR e.seq IS NOT NULL) AND NOT EXISTS (
       SELECT 1 FROM messages m WHERE m.tenant_id = :tenantId
         AND m.created_at < COALESCE(e.created_at, UTC_TIMESTAMP(3)) - INTERVAL 1 DAY)`,
  );
  return rows.length > 0;
}

export async function storeCursor(
  ctx: QueryContext,
  { seq, messagesSeq, daysSeq, shift, rebuild }: Cursor,
): Promise<void> {
  await run(
    ctx,
    `UPDATE insight_cursors SET seq = :seq, messages_seq = :messagesSeq, days_seq = :daysSeq, shift_minutes = :shift,
       rebuild = :rebuild WHERE tenant_id = :tenantId`,
    { seq, messagesSeq, daysSeq, shift, rebuild },
  );
}

/** Returns the number of the newest event. */
export async function latestEvent(ctx: QueryContext): Promise<number> {
  const [row] = await select<{ seq: number }>(
    ctx,
    'SELECT seq FROM tenant_counters WHERE tenant_id = :tenantId',
  );
  return Number(row?.seq ?? 0);
}

/** Returns whether the event after a number is still stored. */
export async function isNextStored(ctx: QueryContext, seq: number): Promise<boolean> {
  const rows = await select<object>(
    ctx,
    'SELECT seq FROM events WHERE tenant_id = :tenantId AND seq = :next',
    { next: seq + 1 },
  );
  return rows.length > 0;
}

/** Returns those events of a stretch that figures are counted from. */
export async function countedEvents(ctx: QueryContext, after: number, end: number): Promise<CountedEvent[]> {
  const names = COUNTED_EVENTS.map((name) => `'${name}'`).join(', ');
  const rows = await select<CountedEvent>(
    ctx,
    `SELECT seq, name, payload, created_at AS createdAt FROM events
     WHERE tenant_id = :tenantId AND seq > :after AND seq <= :end AND (name IN (${names})
       OR (name = 'message.updated' AND JSON_UNQUOTE(JSON_EXTRACT(payload, '$.message.failedAt')) <> 'null'))
     ORDER BY seq`,
    { after, end },
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq), payload: asJson(row.payload) }));
}

const TRACKED = `conversation_id AS conversationId, contact_id AS contactId, status, opened_at AS openedAt,
  waiting_since AS waitingSince, is_answered AS isAnswered, window_ends_at AS windowEndsAt,
  window_counted AS windowCounted`;

/** Returns those of some conversations that are not closed. */
export function trackedOf(ctx: QueryContext, ids: readonly Buffer[]): Promise<Tracked[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return select<Tracked>(
    ctx,
    `SELECT ${TRACKED} FROM insight_conversations WHERE tenant_id = :tenantId AND conversation_id IN (:ids)`,
    { ids: [...ids] },
  );
}

/** Returns some conversations whose reply window has closed while the customer waited. */
export function lostWindows(ctx: QueryContext, limit: number): Promise<Tracked[]> {
  return select<Tracked>(
    ctx,
    `SELECT ${TRACKED} FROM insight_conversations FORCE INDEX (insight_conversations_window)
     WHERE tenant_id = :tenantId AND window_ends_at <= ${SURELY_PAST} ORDER BY window_ends_at LIMIT ${Math.trunc(limit)}`,
  );
}

/** Stores conversations as they are now; those that are closed or deleted are removed. */
export async function storeTracked(
  ctx: QueryContext,
  conversations: ReadonlyMap<string, Tracked | null>,
): Promise<void> {
  for (const ids of partsOf([...conversations.keys()].map((key) => Buffer.from(key, 'hex'))))
    await run(
      ctx,
      'DELETE FROM insight_conversations WHERE tenant_id = :tenantId AND conversation_id IN (:ids)',
      { ids: [...ids] },
    );
  const open = [...conversations.values()].filter((tracked) => tracked !== null);
  await insertAll(
    ctx,
    `INSERT INTO insight_conversations (tenant_id, conversation_id, contact_id, status, opened_at, waiting_since,
       is_answered, window_ends_at, window_counted)`,
    [
      ...(['conversationId', 'contactId', 'status', 'openedAt', 'waitingSince'] as const),
      ...(['isAnswered', 'windowEndsAt', 'windowCounted'] as const),
    ],
    open,
  );
}

/** Adds facts, and returns those that were not stored yet. */
export async function insertFacts(ctx: QueryContext, facts: readonly Fact[]): Promise<Fact[]> {
  const unique = new Map(facts.map((fact) => [factKey(fact), fact]));
  const stored = await storedFacts(ctx, [...unique.values()]);
  const added = [...unique].flatMap(([key, fact]) => (stored.has(key) ? [] : [fact]));
  await addFacts(ctx, added);
  return added;
}

/** Adds facts; those that are stored already stay as they are. */
export async function addFacts(ctx: QueryContext, facts: readonly Fact[]): Promise<void> {
  await insertTuples(
    ctx,
    `INSERT INTO insight_facts (tenant_id, kind, at, subject_id, conversation_id, contact_id, member_id, seconds, reason)`,
    facts.map(({ kind, at, subjectId, conversationId, contactId, memberId, seconds, reason }) => [
      ...[kind, at, subjectId, conversationId, contactId, memberId, seconds, reason],
    ]),
    { atOnce: ROWS_PER_INSERT, onDuplicate: 'kind = insight_facts.kind' },
  );
}

/** Removes facts, and returns those that were stored, as they were. */
export async function removeFacts(ctx: QueryContext, facts: readonly Fact[]): Promise<Fact[]> {
  const removed: Fact[] = [];
  for (const fact of (await storedFacts(ctx, facts)).values()) {
    const { kind, at, subjectId } = fact;
    const changed = await run(
      ctx,
      'DELETE FROM insight_facts WHERE tenant_id = :tenantId AND kind = :kind AND at = :at AND subject_id = :subjectId',
      { kind, at, subjectId },
    );
    if (changed > 0) removed.push(fact);
  }
  return removed;
}

/** Returns which of some facts are stored. Compared by kind and time alone: by rows, each is compared with each in a list. */
async function storedFacts(ctx: QueryContext, facts: readonly Fact[]): Promise<Map<string, Fact>> {
  const wanted = new Set(facts.map(factKey));
  const stored = new Map<string, Fact>();
  for (const part of partsOf(facts)) {
    const rows = await select<Fact>(
      ctx,
      `SELECT kind, at, subject_id AS subjectId, conversation_id AS conversationId, contact_id AS contactId,
         member_id AS memberId, seconds, reason FROM insight_facts FORCE INDEX (PRIMARY)
       WHERE tenant_id = :tenantId AND kind IN (:kinds) AND at IN (:times)`,
      { kinds: [...new Set(part.map(({ kind }) => kind))], times: part.map(({ at }) => at) },
    );
    for (const row of rows) if (wanted.has(factKey(row))) stored.set(factKey(row), row);
  }
  return stored;
}

const factKey = ({ kind, at, subjectId }: Fact) => `${kind} ${at.getTime()} ${subjectId.toString('hex')}`;

/** Returns the stored rows of the hours that some rows are about. */
export async function storedHours(ctx: QueryContext, rows: readonly HourRow[]): Promise<HourRow[]> {
  if (rows.length === 0) return [];
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  const hours = [...new Set(rows.map(({ hour }) => hour))];
  const keys = new Set(rows.map(hourKey));
  const stored = await select<HourRow>(
    ctx,
    `SELECT ${HOUR_COLUMNS} FROM insight_hours
     WHERE tenant_id = :tenantId AND metric IN (:metrics) AND hour IN (:hours)`,
    { metrics, hours },
  );
  return stored.map(readHour).filter((row) => keys.has(hourKey(row)));
}

const hourKey = ({ metric, hour, part }: HourRow) => `${metric} ${hour} ${part}`;

/** Returns a row of `insight_hours` with its numbers as numbers. */
export function readHour(row: HourRow): HourRow {
  const { metric, hour, part, n, histogram } = row;
  return { metric, hour: Number(hour), part, n: Number(n), histogram: histogram && asJson(histogram) };
}

/** Stores hours, in the place of what they were. */
export async function replaceHours(ctx: QueryContext, rows: readonly HourRow[]): Promise<void> {
  for (const part of partsOf(rows)) {
    await run(
      ctx,
      'DELETE FROM insight_hours WHERE tenant_id = :tenantId AND (metric, hour, part) IN (:keys)',
      { keys: part.map(({ metric, hour, part: name }) => [metric, hour, name]) },
    );
  }
  await insertHours(ctx, rows);
}

/** Adds hours that are not stored yet. */
export async function insertHours(ctx: QueryContext, rows: readonly HourRow[]): Promise<void> {
  await insertAll(
    ctx,
    `INSERT INTO insight_hours (tenant_id, ${HOUR_COLUMNS})`,
    ['metric', 'hour', 'part', 'n', 'histogram'],
    rows.map(({ histogram, ...row }) => ({ ...row, histogram: histogram && JSON.stringify(histogram) })),
  );
}

/** Removes all hours of some metrics, from a given one on. */
export async function removeHours(ctx: QueryContext, metrics: readonly Metric[], from = 0): Promise<void> {
  await run(
    ctx,
    'DELETE FROM insight_hours WHERE tenant_id = :tenantId AND metric IN (:metrics) AND hour >= :from',
    { metrics: [...metrics], from },
  );
}

type Cell = string | number | Buffer | Date | null;

async function insertAll<Row extends object>(
  ctx: QueryContext,
  into: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Promise<void> {
  const tuples = rows.map((row) => columns.map((column) => row[column] as Cell));
  await insertTuples(ctx, into, tuples, { atOnce: ROWS_PER_INSERT });
}

function* partsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    yield rows.slice(start, start + ROWS_PER_INSERT);
}

/** Removes facts that are older than the longest period with the one before it may need. Their hours stay. */
export function factRetention(database: Database): HousekeepingStep {
  return {
    name: 'insight_facts',
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM insight_facts
           WHERE at < UTC_TIMESTAMP(3) - INTERVAL ${FACT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
