import { servedModel } from '../../../features/inference/index.ts';
import { operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { newKey } from '../../../kernel/ids.ts';
import { createRounds } from '../../../kernel/queue/rounds.ts';
import { mintTenantScope } from '../../../kernel/tenancy/mint-tenant-scope.ts';
import { QUALIFICATION_BASIS, QUALIFICATION_CASES } from './cases.ts';
import {
  type CaseResult,
  findQualification,
  finishRun,
  holdRun,
  leaveRun,
  type Qualification,
  runOf,
  startRun,
  storeCases,
  takeRun,
  workspaceFor,
} from './qualifications.repository.ts';
import type { Trial } from './try-draft.ts';
import { verdictOf } from './verdict.ts';

const EVERY_MS = 2_000;
/** A round is bounded; the run goes on in the next one. */
const ROUND_MS = 30_000;
const HOLD_EVERY_MS = 1_000;
/** A text that takes longer is of no use to anyone, however the machine is. */
const DEADLINE_MS = 120_000;
/** How often a case is tried: an engine may restart, and people may need it for long. */
const TRIES = 3;

/**
 * Creates the worker that finds out what a model is good for on this server. It works in the background class, one
 * case after another, and stores what came of each: a server that is killed loses one case, and any server goes on.
 */
export function createQualificationWorker(resources: Resources) {
  const holder = newKey();
  const { db, log } = resources;
  /** How often the next case was tried in vain, and of which run it is. */
  let vain = { of: '', count: 0 };

  async function round(isStopping: () => boolean, stopping: AbortSignal): Promise<void> {
    const served = await servedModel({ db });
    if (!served?.digest) return;
    const { digest, model } = served;
    if (served.isChosenHere && !served.isTestModel) await startByItself(digest, model);
    if ((await runOf({ db }, digest))?.state !== 'running') return;
    if (!(await takeRun({ db }, digest, holder))) return;
    const run = await findQualification({ db }, digest);
    const workspace = run && (await workspaceFor({ db }, run.startedIn));
    if (!run || !workspace) return;
    const held = { digest, runId: run.runId, holder };
    const abort = new AbortController();
    const timer = setInterval(() => {
      holdRun({ db }, held).then(
        (mayGoOn) => mayGoOn || abort.abort(),
        () => undefined,
      );
    }, HOLD_EVERY_MS);
    try {
      const isOver = await work(run, { workspace, model, signal: AbortSignal.any([abort.signal, stopping]) });
      if (!isOver && isStopping()) await leaveRun({ db }, held);
    } finally {
      clearInterval(timer);
    }
  }

  /** Starts the run of a model that was chosen here, once for each version of what is asked. */
  async function startByItself(digest: Buffer, model: string): Promise<void> {
    const known = await runOf({ db }, digest);
    if (known && (known.state !== 'done' || known.basis.equals(QUALIFICATION_BASIS))) return;
    const workspace = await workspaceFor({ db }, known?.startedIn ?? null);
    if (!workspace) return;
    const ctx = operatorContext(resources, mintTenantScope(workspace));
    await inTransaction(ctx, async (ctx) => {
      const now = await runOf(ctx, digest, true);
      if (now && now.runId.toString('hex') !== known?.runId.toString('hex')) return;
      await startRun(ctx, { digest, model, basis: QUALIFICATION_BASIS, startedIn: workspace });
      ctx.record('assist.qualification_changed', { model, state: 'running' });
    });
  }

  /** Tries the cases that are left, for a while. Returns whether the run has ended. */
  async function work(
    run: Qualification,
    { workspace, model, signal }: { workspace: Buffer; model: string; signal: AbortSignal },
  ): Promise<boolean> {
    const held = { digest: run.digest, runId: run.runId, holder };
    const ctx = operatorContext(resources, mintTenantScope(workspace));
    const results = run.cases.filter(({ id }) => QUALIFICATION_CASES.some((one) => one.id === id));
    const startedAt = performance.now();
    for (const one of QUALIFICATION_CASES) {
      if (results.some(({ id }) => id === one.id)) continue;
      if (signal.aborted || performance.now() - startedAt > ROUND_MS) return false;
      const trial = await one.run(ctx, { model, deadlineMs: DEADLINE_MS, requestClass: 3, signal });
      const result = resultOf(`${run.runId.toString('hex')} ${one.id}`, one.id, trial);
      if (result === null) return false;
      results.push(result);
      if (!(await storeCases({ db }, held, results))) return true;
    }
    return finish(run, { workspace, model, results });
  }

  /** Returns what is stored of a case; null when it is tried again in the next round. */
  function resultOf(of: string, id: string, trial: Trial): CaseResult | null {
    if (trial.state === 'language') return { id, outcome: 'unspoken', ms: null, firstWordMs: null };
    const isFailure = trial.state !== 'done' || trial.outcome === 'failed';
    if (!isFailure) return { id, outcome: trial.outcome, ms: trial.ms, firstWordMs: trial.firstWordMs };
    // These are no failures of the model: it was away, others needed it, or the run was stopped.
    if (trial.state === 'no_model' || trial.state === 'shed' || trial.state === 'stopped') return null;
    vain = { of, count: vain.of === of ? vain.count + 1 : 1 };
    if (vain.count < TRIES) return null;
    return { id, outcome: 'failed', ms: trial.state === 'done' ? trial.ms : DEADLINE_MS, firstWordMs: null };
  }

  async function finish(
    run: Qualification,
    { workspace, model, results }: { workspace: Buffer; model: string; results: readonly CaseResult[] },
  ): Promise<boolean> {
    const ctx = operatorContext(resources, mintTenantScope(workspace));
    const features = verdictOf(results);
    const held = { digest: run.digest, runId: run.runId, holder };
    await inTransaction(ctx, async (ctx) => {
      const isFinished = await finishRun(ctx, held, {
        finishedAt: ctx.clock.now().toISOString(),
        basis: run.basis.toString('hex'),
        cases: results.length,
        features,
      });
      if (isFinished) ctx.record('assist.qualification_changed', { model, state: 'done' });
    });
    const offered = Object.entries(features).flatMap(([name, { isOffered }]) => (isOffered ? [name] : []));
    log.info({ model, offered }, 'a model was qualified');
    return true;
  }

  return createRounds(resources, {
    name: 'assist_qualification',
    everyMs: EVERY_MS,
    problem: 'could not qualify the model; will retry',
    run: round,
  });
}
