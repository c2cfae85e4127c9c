import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import { encodeTenantId } from '../ids.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { mintTenantScope } from '../tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { createJobLanes, JOB_SLOTS } from './job-lanes.ts';
import { endTurn, JOBS, type JobRow, openJob, releaseJob } from './jobs.repository.ts';
import { type Claim, complete, whileHolding } from './queue.ts';
import { createWorker, type Worker } from './worker.ts';

export { enqueueJob, JOBS } from './jobs.repository.ts';

/** A kind of background work. It may run more than once, so it must be repeatable. */
export interface JobHandler {
  kind: string;
  /** Whether it deletes what a person has deleted. Deletions go before all other jobs. */
  isDeletion?: boolean;
  /** The age in seconds after which a failing job is no longer retried. Default: a day, for deletions a week. */
  failAfterSeconds?: number;
  /** The tries that a failing job has at least, however old it is: while no server runs, nothing is tried. Default: 1. */
  failAfterTries?: number;
  /**
   * Whether it may take long and goes on where it was: then it takes turns. After ten seconds, `isStopping` says so while it
   * has a place that others may wait for.
   */
  takesTurns?: boolean;
  /**
   * Does the work. A long one looks at `isStopping` between its steps, and returns `stopped` when the server stops: the
   * next server goes on with it at once. One that has to wait for other work returns `later`: it is tried again like one
   * that has failed.
   */
  run(scope: TenantScope, payload: Record<string, string>, isStopping: () => boolean): Promise<unknown>;
  /**
   * Undoes what the job was for when it has failed. Without this, the row of the failed job stays, for
   * the operator (`admin jobs list`).
   */
  onFailed?(scope: TenantScope, payload: Record<string, string>): Promise<void>;
}

const MAX_BACKOFF_SECONDS = 600;
const DAY_SECONDS = 24 * 3_600;
const TURN_MS = 10_000;

/** Creates the worker of the job table. It retries failing jobs with growing delays until they are too old. */
export function createJobWorker(
  database: Database,
  logger: Logger,
  metrics: Pick<Metrics, 'jobFailed' | 'expectJobs'>,
  handlers: readonly JobHandler[],
  { turnMs = TURN_MS } = {},
): Worker {
  const handlerOf = (kind: string) => handlers.find((one) => one.kind === kind);
  let isStopping = false;
  metrics.expectJobs(handlers.map(({ kind }) => kind));
  const lanes = createJobLanes(database.withShare('claims'), (kind) => handlerOf(kind)?.isDeletion === true);

  async function attempt(claim: Claim): Promise<void> {
    const job = await openJob(database, claim);
    if (!job) return;
    const { kind } = job;
    const handler = handlerOf(kind);
    const about = aboutJob(claim, job);
    const scope = mintTenantScope(job.tenantId);
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${kind}`);
      const turnEnds = performance.now() + turnMs;
      const isTurnOver = () =>
        handler.takesTurns === true && performance.now() >= turnEnds && lanes.isCrowded(claim.id);
      // A deletion may take longer than the lease.
      const result = await whileHolding(database, JOBS, claim, () =>
        handler.run(scope, asJson(job.payload), () => isStopping || isTurnOver()),
      );
      if (result === 'stopped' && !isStopping) await endTurn(database, claim);
      else if (result === 'stopped')
        await releaseJob(database, claim, { error: 'the server stops', retrySeconds: 0 });
      else if (result === 'later') {
        const retrySeconds = nextTry(job, handler) ?? MAX_BACKOFF_SECONDS;
        await releaseJob(database, claim, { error: 'waits for other work', retrySeconds });
      } else await complete(database, JOBS, claim);
    } catch (error) {
      const retrySeconds = nextTry(job, handler);
      if (retrySeconds !== null) {
        logger.error({ err: error, ...about }, 'job failed; will retry');
        return releaseJob(database, claim, { error, retrySeconds });
      }
      await endFailed(claim, { job, handler, error });
    }
  }

  async function endFailed(
    claim: Claim,
    { job, handler, error }: { job: JobRow; handler: JobHandler | undefined; error: unknown },
  ): Promise<void> {
    const about = aboutJob(claim, job);
    if (handler?.onFailed) {
      try {
        await handler.onFailed(mintTenantScope(job.tenantId), asJson(job.payload));
      } catch (undoing) {
        logger.error({ err: undoing, ...about }, 'could not undo a failed job; will retry');
        return releaseJob(database, claim, { error: undoing, retrySeconds: MAX_BACKOFF_SECONDS });
      }
      if (!(await complete(database, JOBS, claim))) return;
    } else await releaseJob(database, claim, { error, retrySeconds: null });
    logger.error({ err: error, ...about }, 'job failed for too long; no longer retried');
    metrics.jobFailed(job.kind);
  }

  const worker = createWorker(database, logger, {
    queue: JOBS,
    concurrency: JOB_SLOTS,
    claim: lanes.claim,
    handle: (id, token) => attempt({ id, token }).finally(() => lanes.done(id)),
  });
  return {
    ...worker,
    stop: () => {
      isStopping = true;
      return worker.stop();
    },
  };
}

/** Returns what the log says of a job; `id` is that of `admin jobs list`. */
function aboutJob({ id }: Claim, { kind, tenantId, attempts }: JobRow) {
  return { kind, id: id.toString('hex'), tenantId: encodeTenantId(tenantId), attempts };
}

/** Returns the seconds until the next try, the last one when the job is old enough; null when all have failed. */
function nextTry({ attempts, ageSeconds }: JobRow, handler: JobHandler | undefined): number | null {
  const limit = handler?.failAfterSeconds ?? DAY_SECONDS * (handler?.isDeletion ? 7 : 1);
  const wait = Math.min(2 ** attempts, MAX_BACKOFF_SECONDS);
  if (ageSeconds < limit) return Math.min(wait, limit - ageSeconds);
  return attempts < (handler?.failAfterTries ?? 1) ? wait : null;
}
