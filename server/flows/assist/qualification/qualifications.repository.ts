import type {
  CaseOutcome,
  ModelFeature,
  QualificationVerdict,
} from '../../../../shared/domain/assist/qualification.ts';
import { asJson, jsonText } from '../../../db/define-model.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { newKey } from '../../../kernel/ids.ts';

/** A model belongs to the server, and so does what is known of it: none of these rows belongs to a workspace. */
type ServerContext = Pick<QueryContext, 'db' | 'tx'>;

/** What came of a case, as it is stored. */
export interface CaseResult {
  id: string;
  outcome: CaseOutcome;
  /** How long the text took, in milliseconds; null for one that the gate withheld. */
  ms: number | null;
  firstWordMs: number | null;
}

/** What a finished run found. */
export interface QualificationResult {
  finishedAt: string;
  /** A digest of what was asked, in hexadecimal digits. */
  basis: string;
  cases: number;
  features: Record<ModelFeature, QualificationVerdict>;
}

export interface Qualification {
  digest: Buffer;
  model: string;
  state: 'running' | 'stopped' | 'done';
  runId: Buffer;
  /** What the run asks. */
  basis: Buffer;
  /** The workspace in whose name the run calls the model. */
  startedIn: Buffer;
  startedAt: Date;
  cases: CaseResult[];
  result: QualificationResult | null;
}

/** A server that works on a run has to say so again within this time. */
export const HELD_SECONDS = 15;

/** Returns what is known of a model; null when no run was ever started. */
export async function findQualification(
  { db, tx }: ServerContext,
  digest: Buffer,
): Promise<Qualification | null> {
  const [row] = await db.select<
    Omit<Qualification, 'cases' | 'result'> & { cases: unknown; result: unknown }
  >(
    `SELECT digest, model, state, run_id AS runId, basis, started_in AS startedIn, started_at AS startedAt, cases, result
     FROM model_qualifications WHERE digest = :digest`,
    { digest },
    tx,
  );
  if (!row) return null;
  return {
    ...row,
    cases: asJson<CaseResult[]>(row.cases),
    result: row.result === null ? null : asJson<QualificationResult>(row.result),
  };
}

/** Returns how far a model is, without what came of the cases; null when no run was ever started. */
export async function runOf(
  { db, tx }: ServerContext,
  digest: Buffer,
  isLocked = false,
): Promise<Pick<Qualification, 'state' | 'runId' | 'basis' | 'startedIn'> | null> {
  const [row] = await db.select<Pick<Qualification, 'state' | 'runId' | 'basis' | 'startedIn'>>(
    `SELECT state, run_id AS runId, basis, started_in AS startedIn FROM model_qualifications
     WHERE digest = :digest ${isLocked ? 'FOR UPDATE' : ''}`,
    { digest },
    tx,
  );
  return row ?? null;
}

/** Starts a run, in the place of an earlier one. The result of that stays until this one has its own. */
export async function startRun(
  { db, tx }: ServerContext,
  row: Pick<Qualification, 'digest' | 'model' | 'basis' | 'startedIn'>,
): Promise<void> {
  await db.run(
    `INSERT INTO model_qualifications (digest, model, state, run_id, basis, started_in, started_at, cases)
     VALUES (:digest, :model, 'running', :runId, :basis, :startedIn, UTC_TIMESTAMP(3), '[]')
     ON DUPLICATE KEY UPDATE model = :model, state = 'running', run_id = :runId, basis = :basis,
       started_in = :startedIn, started_at = UTC_TIMESTAMP(3), holder = NULL, held_until = NULL, cases = '[]'`,
    { ...row, model: row.model.slice(0, 100), runId: newKey() },
    tx,
  );
}

/** Stops a run; what it has found so far is not used. Returns whether one was going on. */
export async function stopRun({ db, tx }: ServerContext, digest: Buffer): Promise<boolean> {
  const changed = await db.run(
    `UPDATE model_qualifications SET state = 'stopped', holder = NULL, held_until = NULL
     WHERE digest = :digest AND state = 'running'`,
    { digest },
    tx,
  );
  return changed > 0;
}

/** Takes the run of a model for this server; returns whether no other server works on it. */
export async function takeRun({ db }: ServerContext, digest: Buffer, holder: Buffer): Promise<boolean> {
  const changed = await db.run(
    `UPDATE model_qualifications
     SET holder = :holder, held_until = UTC_TIMESTAMP(3) + INTERVAL ${HELD_SECONDS} SECOND
     WHERE digest = :digest AND state = 'running'
       AND (holder IS NULL OR holder = :holder OR held_until < UTC_TIMESTAMP(3))`,
    { digest, holder },
  );
  return changed > 0;
}

type Held = Pick<Qualification, 'digest' | 'runId'> & { holder: Buffer };
const IS_HELD = "digest = :digest AND run_id = :runId AND holder = :holder AND state = 'running'";

/** Says that this server still works on a run; returns whether it may go on. */
export async function holdRun({ db }: ServerContext, held: Held): Promise<boolean> {
  const changed = await db.run(
    `UPDATE model_qualifications
     SET held_until = UTC_TIMESTAMP(3) + INTERVAL ${HELD_SECONDS} SECOND WHERE ${IS_HELD}`,
    { ...held },
  );
  return changed > 0;
}

/** Leaves a run to the next server. */
export async function leaveRun({ db }: ServerContext, held: Held): Promise<void> {
  await db.run(`UPDATE model_qualifications SET holder = NULL, held_until = NULL WHERE ${IS_HELD}`, {
    ...held,
  });
}

/** Stores what came of the cases so far; returns whether the run goes on. */
export async function storeCases(
  { db }: ServerContext,
  held: Held,
  cases: readonly CaseResult[],
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE model_qualifications
     SET cases = :cases, held_until = UTC_TIMESTAMP(3) + INTERVAL ${HELD_SECONDS} SECOND WHERE ${IS_HELD}`,
    { ...held, cases: jsonText(cases) },
  );
  return changed > 0;
}

/** Stores what a run has found; returns whether it was still going on. */
export async function finishRun(
  { db, tx }: ServerContext,
  held: Held,
  result: QualificationResult,
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE model_qualifications SET state = 'done', result = :result, holder = NULL, held_until = NULL WHERE ${IS_HELD}`,
    { ...held, result: jsonText(result) },
    tx,
  );
  return changed > 0;
}

/** Returns the workspace in whose name a run calls the model: this one if it still exists, else the oldest. */
export async function workspaceFor(
  { db, tx }: ServerContext,
  preferred: Buffer | null,
): Promise<Buffer | null> {
  const [row] = await db.select<{ id: Buffer }>(
    `SELECT id FROM tenants ORDER BY id = :preferred DESC, created_at, id LIMIT 1`,
    { preferred },
    tx,
  );
  return row?.id ?? null;
}
