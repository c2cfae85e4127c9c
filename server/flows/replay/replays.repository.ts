import {
  REPLAY_RESULTS,
  REPLAYS_KEPT_DAYS,
  type ReplayFilter,
  type ReplayResult,
} from '../../../shared/domain/rehearsal/replay.ts';
import type { Database } from '../../db/database.ts';
import type { ReplayRow } from '../../db/models/replay.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { insertTuples, run, select } from '../../kernel/tenancy/rows.ts';

export type StoredReplay = Omit<ReplayRow, 'tenantId'>;

/** A message of a replay, as it is stored: the offered replies by their keys. */
export interface StoredCase {
  number: number;
  contactId: Buffer;
  messageId: Buffer;
  answerId: Buffer;
  present: readonly string[];
  presentResult: ReplayResult;
  changed: readonly string[];
  changedResult: ReplayResult;
  difference: -1 | 0 | 1;
}

const ROWS_AT_ONCE = 200;

/** Adds messages to a replay. */
export async function addCases(
  ctx: QueryContext,
  replayId: Buffer,
  cases: readonly StoredCase[],
): Promise<void> {
  await insertTuples(
    ctx,
    `INSERT INTO replay_cases (tenant_id, replay_id, number, contact_id, message_id, answer_id, present, present_result,
       changed, changed_result, difference)`,
    cases.map((one) => [
      ...[replayId, one.number, one.contactId, one.messageId, one.answerId],
      ...[JSON.stringify(one.present), one.presentResult, JSON.stringify(one.changed), one.changedResult],
      one.difference,
    ]),
    { atOnce: ROWS_AT_ONCE, onDuplicate: 'difference = replay_cases.difference' },
  );
}

/** Removes the messages of a replay, which begins again. */
export async function dropCases(ctx: QueryContext, replayId: Buffer): Promise<void> {
  await run(ctx, 'DELETE FROM replay_cases WHERE tenant_id = :tenantId AND replay_id = :replayId', {
    replayId,
  });
}

/** How often a replay has each result, of both sets. */
export interface ReplayCounts {
  cases: number;
  present: Record<ReplayResult, number>;
  changed: Record<ReplayResult, number>;
}

/** Returns the counts of some replays, by their ids in hex. */
export async function countsOf(
  ctx: QueryContext,
  ids: readonly Buffer[],
): Promise<Map<string, ReplayCounts>> {
  const found = new Map(ids.map((id) => [id.toString('hex'), noCounts()]));
  if (ids.length === 0) return found;
  const rows = await select<{ id: Buffer; present: ReplayResult; changed: ReplayResult; n: number }>(
    ctx,
    `SELECT replay_id AS id, present_result AS present, changed_result AS changed, COUNT(*) AS n FROM replay_cases
     WHERE tenant_id = :tenantId AND replay_id IN (:ids) GROUP BY replay_id, present_result, changed_result`,
    { ids: [...ids] },
  );
  for (const { id, present, changed, n } of rows) {
    const counts = found.get(id.toString('hex'));
    if (!counts) continue;
    counts.cases += Number(n);
    counts.present[present] += Number(n);
    counts.changed[changed] += Number(n);
  }
  return found;
}

function noCounts(): ReplayCounts {
  const zero = () =>
    Object.fromEntries(REPLAY_RESULTS.map((one) => [one, 0])) as Record<ReplayResult, number>;
  return { cases: 0, present: zero(), changed: zero() };
}

/** A message of a replay with what the page shows of it. */
export interface CaseView extends Omit<StoredCase, 'present' | 'changed'> {
  present: unknown;
  changed: unknown;
  conversationId: Buffer;
  contactName: string;
  question: string;
  answer: string;
  createdAt: Date;
}

const CONDITIONS: Readonly<Record<ReplayFilter, string>> = {
  all: '',
  better: 'AND c.difference = 1',
  worse: 'AND c.difference = -1',
};

/** Returns a page of the messages of a replay. One that was deleted since is not among them. */
export function casePage(
  ctx: QueryContext,
  replayId: Buffer,
  { show, after, limit }: { show: ReplayFilter; after: number; limit: number },
): Promise<CaseView[]> {
  return select<CaseView>(
    ctx,
    `SELECT c.number, c.contact_id AS contactId, c.message_id AS messageId, c.answer_id AS answerId, c.present,
       c.present_result AS presentResult, c.changed, c.changed_result AS changedResult, c.difference,
       v.id AS conversationId, k.name AS contactName, COALESCE(m.content, m.caption, '') AS question,
       COALESCE(a.content, a.caption, '') AS answer, a.created_at AS createdAt
     FROM replay_cases c
     JOIN contacts k ON k.tenant_id = c.tenant_id AND k.id = c.contact_id
     JOIN conversations v ON v.tenant_id = c.tenant_id AND v.contact_id = c.contact_id
     JOIN messages m ON m.tenant_id = c.tenant_id AND m.id = c.message_id AND m.revoked_at IS NULL
     JOIN messages a ON a.tenant_id = c.tenant_id AND a.id = c.answer_id AND a.revoked_at IS NULL
     WHERE c.tenant_id = :tenantId AND c.replay_id = :replayId AND c.number > :after ${CONDITIONS[show]}
     ORDER BY c.number LIMIT ${Math.trunc(limit)}`,
    { replayId, after },
  );
}

/** Returns the step that deletes replays after 30 days, with their messages. */
export function replayRetention(db: Database): HousekeepingStep {
  return {
    name: 'replays',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM replays
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL ${REPLAYS_KEPT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
