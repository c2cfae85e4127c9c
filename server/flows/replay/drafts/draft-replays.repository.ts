import { DRAFT_FINDINGS, type DraftFindingKind } from '../../../../shared/domain/assist/text/findings.ts';
import {
  type ComparisonFilter,
  DRAFT_REASONS,
  DRAFT_RESULTS,
  type DraftFilter,
  type DraftReason,
  type DraftResult,
} from '../../../../shared/domain/rehearsal/draft-replay.ts';
import { REPLAYS_KEPT_DAYS } from '../../../../shared/domain/rehearsal/replay.ts';
import type { Database } from '../../../db/database.ts';
import type { DraftReplayRow } from '../../../db/models/draft-replay.model.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';
import { insertTuples, run, select } from '../../../kernel/tenancy/rows.ts';
import type { PastCase } from '../past-cases.repository.ts';

export type StoredDraftReplay = Omit<DraftReplayRow, 'tenantId'>;

/** What came of a message, as it is stored: `why` has the reason, or what the verifier found. */
export interface StoredDraft {
  result: DraftResult;
  why: readonly (DraftReason | DraftFindingKind)[];
  text: string | null;
}

const ROWS_AT_ONCE = 200;

/** Adds the messages that a replay drafts for. */
export async function addDraftCases(
  ctx: QueryContext,
  replayId: Buffer,
  cases: readonly PastCase[],
): Promise<void> {
  await insertTuples(
    ctx,
    'INSERT INTO draft_replay_cases (tenant_id, replay_id, number, contact_id, message_id, answer_id)',
    cases.map(({ contactId, messageId, answerId }, at) => [replayId, at + 1, contactId, messageId, answerId]),
    { atOnce: ROWS_AT_ONCE, onDuplicate: 'number = draft_replay_cases.number' },
  );
}

/** A message that has no draft yet. */
export interface NextCase {
  number: number;
  conversationId: Buffer;
  messageId: Buffer;
  askedAt: Date;
  answer: string;
}

/** Returns the first message after a number that a replay has not drafted for; null at its end. */
export async function nextDraftCase(
  ctx: QueryContext,
  replayId: Buffer,
  after: number,
): Promise<NextCase | null> {
  const [next] = await select<NextCase>(
    ctx,
    `SELECT c.number, v.id AS conversationId, c.message_id AS messageId, m.created_at AS askedAt,
       COALESCE(a.content, a.caption, '') AS answer
     FROM draft_replay_cases c
     JOIN conversations v ON v.tenant_id = c.tenant_id AND v.contact_id = c.contact_id
     JOIN messages m ON m.tenant_id = c.tenant_id AND m.id = c.message_id
     JOIN messages a ON a.tenant_id = c.tenant_id AND a.id = c.answer_id
     WHERE c.tenant_id = :tenantId AND c.replay_id = :replayId AND c.number > :after AND c.result IS NULL
     ORDER BY c.number LIMIT 1`,
    { replayId, after },
  );
  return next ?? null;
}

/** Stores what came of a message, once. */
export async function storeDraftCase(
  ctx: QueryContext,
  replayId: Buffer,
  number: number,
  { result, why, text }: StoredDraft,
): Promise<void> {
  await run(
    ctx,
    `UPDATE draft_replay_cases SET result = :result, why = :why, text = :text
     WHERE tenant_id = :tenantId AND replay_id = :replayId AND number = :number AND result IS NULL`,
    { replayId, number, result, why: why.join(','), text },
  );
}

/** Removes a message: the assistant leaves its contact alone. */
export async function dropDraftCase(ctx: QueryContext, replayId: Buffer, number: number): Promise<void> {
  await run(
    ctx,
    `DELETE FROM draft_replay_cases
     WHERE tenant_id = :tenantId AND replay_id = :replayId AND number = :number AND result IS NULL`,
    { replayId, number },
  );
}

export type ResultCounts = Record<DraftResult, number>;

/** How far a replay is, and what it has found. */
export interface DraftCounts {
  messages: number;
  done: number;
  results: ResultCounts;
  reasons: Record<DraftReason, number>;
  findings: Record<DraftFindingKind, number>;
}

/** Returns the counts of some replays, by their ids in hex. */
export async function draftCountsOf(
  ctx: QueryContext,
  ids: readonly Buffer[],
): Promise<Map<string, DraftCounts>> {
  const found = new Map(ids.map((id) => [id.toString('hex'), noCounts()]));
  if (ids.length === 0) return found;
  const rows = await select<{ id: Buffer; result: DraftResult | null; why: string; n: number }>(
    ctx,
    `SELECT replay_id AS id, result, why, COUNT(*) AS n FROM draft_replay_cases
     WHERE tenant_id = :tenantId AND replay_id IN (:ids) GROUP BY replay_id, result, why`,
    { ids: [...ids] },
  );
  for (const { id, result, why, n } of rows) {
    const counts = found.get(id.toString('hex'));
    if (!counts) continue;
    counts.messages += Number(n);
    if (result === null) continue;
    counts.done += Number(n);
    counts.results[result] += Number(n);
    const { reason, findings } = whyOf(result, why);
    if (reason) counts.reasons[reason] += Number(n);
    for (const finding of findings) counts.findings[finding] += Number(n);
  }
  return found;
}

/** Returns what is stored beside a result: the reason where nothing was drafted, or what the verifier found. */
export function whyOf(
  result: DraftResult,
  why: string,
): { reason: DraftReason | null; findings: DraftFindingKind[] } {
  const parts = why.split(',');
  return {
    reason: result === 'none' ? (DRAFT_REASONS.find((one) => parts.includes(one)) ?? null) : null,
    findings: result === 'withheld' ? DRAFT_FINDINGS.filter((one) => parts.includes(one)) : [],
  };
}

function noCounts(): DraftCounts {
  return {
    messages: 0,
    done: 0,
    results: zeros(DRAFT_RESULTS),
    reasons: zeros(DRAFT_REASONS),
    findings: zeros(DRAFT_FINDINGS),
  };
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

/** A message with what the page shows of it. */
export interface PastCaseView {
  number: number;
  conversationId: Buffer;
  contactName: string;
  messageId: Buffer;
  question: string;
  answer: string;
  createdAt: Date;
}

/** What came of a message, as it is read. */
interface ReadDraft {
  result: DraftResult;
  why: string;
  text: string | null;
}

export type DraftCaseView = PastCaseView & ReadDraft;

const VIEW = `c.number, v.id AS conversationId, k.name AS contactName, c.message_id AS messageId,
  COALESCE(m.content, m.caption, '') AS question, COALESCE(a.content, a.caption, '') AS answer, a.created_at AS createdAt`;
const VIEW_JOINS = `JOIN contacts k ON k.tenant_id = c.tenant_id AND k.id = c.contact_id
  JOIN conversations v ON v.tenant_id = c.tenant_id AND v.contact_id = c.contact_id
  JOIN messages m ON m.tenant_id = c.tenant_id AND m.id = c.message_id AND m.revoked_at IS NULL
  JOIN messages a ON a.tenant_id = c.tenant_id AND a.id = c.answer_id AND a.revoked_at IS NULL`;

const SHOWN: Readonly<Record<DraftFilter, string>> = {
  drafted: "AND c.result IN ('unedited', 'light', 'medium', 'heavy')",
  withheld: "AND c.result = 'withheld'",
  none: "AND c.result = 'none'",
  all: 'AND c.result IS NOT NULL',
};

/** Returns a page of the messages of a replay. One that was deleted since is not among them. */
export function draftCasePage(
  ctx: QueryContext,
  replayId: Buffer,
  { show, after, limit }: { show: DraftFilter; after: number; limit: number },
): Promise<DraftCaseView[]> {
  return select<DraftCaseView>(
    ctx,
    `SELECT ${VIEW}, c.result, c.why, c.text FROM draft_replay_cases c ${VIEW_JOINS}
     WHERE c.tenant_id = :tenantId AND c.replay_id = :replayId AND c.number > :after ${SHOWN[show]}
     ORDER BY c.number LIMIT ${Math.trunc(limit)}`,
    { replayId, after },
  );
}

/** A message that two replays have. */
export interface ComparedCaseView extends PastCaseView, ReadDraft {
  otherResult: DraftResult;
  otherWhy: string;
  otherText: string | null;
}

const BOTH = `FROM draft_replay_cases c
  JOIN draft_replay_cases o ON o.tenant_id = c.tenant_id AND o.replay_id = :otherId AND o.answer_id = c.answer_id
    AND o.result IS NOT NULL`;
/** How near a result is to the answer: the more, the nearer. A draft of which little would be left is none. */
const nearness = (of: 'c' | 'o') => `FIELD(${of}.result, 'medium', 'light', 'unedited')`;

const COMPARED: Readonly<Record<ComparisonFilter, string>> = {
  first: `AND ${nearness('c')} > ${nearness('o')}`,
  second: `AND ${nearness('c')} < ${nearness('o')}`,
  all: '',
};

/** Returns the results of two replays on the messages that both have. */
export async function comparedCounts(
  ctx: QueryContext,
  id: Buffer,
  otherId: Buffer,
): Promise<{ messages: number; first: ResultCounts; second: ResultCounts }> {
  const rows = await select<{ result: DraftResult; otherResult: DraftResult; n: number }>(
    ctx,
    `SELECT c.result, o.result AS otherResult, COUNT(*) AS n ${BOTH}
     WHERE c.tenant_id = :tenantId AND c.replay_id = :id AND c.result IS NOT NULL GROUP BY c.result, o.result`,
    { id, otherId },
  );
  const counts = { messages: 0, first: zeros(DRAFT_RESULTS), second: zeros(DRAFT_RESULTS) };
  for (const { result, otherResult, n } of rows) {
    counts.messages += Number(n);
    counts.first[result] += Number(n);
    counts.second[otherResult] += Number(n);
  }
  return counts;
}

/** Returns a page of the messages that two replays have, in the order of the first. */
export function comparedPage(
  ctx: QueryContext,
  ids: { id: Buffer; otherId: Buffer },
  { show, after, limit }: { show: ComparisonFilter; after: number; limit: number },
): Promise<ComparedCaseView[]> {
  return select<ComparedCaseView>(
    ctx,
    `SELECT ${VIEW}, c.result, c.why, c.text, o.result AS otherResult, o.why AS otherWhy, o.text AS otherText
     ${BOTH} ${VIEW_JOINS}
     WHERE c.tenant_id = :tenantId AND c.replay_id = :id AND c.result IS NOT NULL AND c.number > :after
       ${COMPARED[show]}
     ORDER BY c.number LIMIT ${Math.trunc(limit)}`,
    { ...ids, after },
  );
}

/** Returns the step that deletes replays of drafts after 30 days, with their drafts. */
export function draftReplayRetention(db: Database): HousekeepingStep {
  return {
    name: 'draft_replays',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM draft_replays
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL ${REPLAYS_KEPT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
