import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { mintTenantScope } from '../tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { createJobLanes, JOB_SLOTS } from './job-lanes.ts';
import { JOBS, type JobRow, openJob, releaseJob } from './jobs.repository.ts';
import { type Claim, complete, whileHolding } from './queue.ts';
import { createWorker, type Worker } from './worker.ts';

export { enqueueJob, JOBS } from './jobs.repository.ts';

/** A kind of background work. It may run more than once, so it must be repeatable. */
export interface JobHandler {
  kind: string;
  /** Whether it deletes what a person has deleted. Deletions go before all other jobs. */
  isDeletion?: boolean;
  /** The age in seconds at which a failing job is given up. Default: a day, for deletions a week. */
  giveUpAfterSeconds?: number;
  run(scope: TenantScope, payload: Record<string, string>): Promise<void>;
  /**
   * Undoes what the job was for when it is given up. Without this, a job that was given up stays as failed, for
   * the operator (`admin jobs list`).
   */
  giveUp?(scope: TenantScope, payload: Record<string, string>): Promise<void>;
}

const MAX_BACKOFF_SECONDS = 600;
const DAY_SECONDS = 24 * 3_600;

/** Creates the worker of the job table. It retries failing jobs with growing delays until they are too old. */
export function createJobWorker(
  database: Database,
  logger: Logger,
  metrics: Pick<Metrics, 'jobGivenUp'>,
  handlers: readonly JobHandler[],
): Worker {
  const handlerOf = (kind: string) => handlers.find((one) => one.kind === kind);
  const lanes = createJobLanes(database.withShare('claims'), (kind) => handlerOf(kind)?.isDeletion === true);

  async function attempt(claim: Claim): Promise<void> {
    const job = await openJob(database, claim);
    if (!job) return;
    const { kind } = job;
    const handler = handlerOf(kind);
    const scope = mintTenantScope(job.tenantId);
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${kind}`);
      // A deletion may take longer than the lease.
      await whileHolding(database, JOBS, claim, () => handler.run(scope, asJson(job.payload)));
      await complete(database, JOBS, claim);
    } catch (error) {
      const retrySeconds = nextTry(job, handler);
      if (retrySeconds !== null) {
        logger.error({ err: error, kind }, 'job failed; will retry');
        return releaseJob(database, claim, { error, retrySeconds });
      }
      await giveUp(claim, { job, handler, error });
    }
  }

  async function giveUp(
    claim: Claim,
    { job, handler, error }: { job: JobRow; handler: JobHandler | undefined; error: unknown },
  ): Promise<void> {
    const { kind } = job;
    if (handler?.giveUp) {
      try {
        await handler.giveUp(mintTenantScope(job.tenantId), asJson(job.payload));
      } catch (undoing) {
        logger.error({ err: undoing, kind }, 'could not undo a job that was given up; will retry');
        return releaseJob(database, claim, { error: undoing, retrySeconds: MAX_BACKOFF_SECONDS });
      }
      if (!(await complete(database, JOBS, claim))) return;
    } else await releaseJob(database, claim, { error, retrySeconds: null });
    logger.error({ err: error, kind }, 'job failed for too long; given up');
    metrics.jobGivenUp(kind);
  }

  return createWorker(database, logger, {
    queue: JOBS,
    concurrency: JOB_SLOTS,
    claim: lanes.claim,
    handle: (id, token) => attempt({ id, token }).finally(() => lanes.done(id)),
  });
}

/** Returns the seconds until the next try, the last one when the job is old enough; null when that has failed. */
function nextTry({ attempts, ageSeconds }: JobRow, handler: JobHandler | undefined): number | null {
  const limit = handler?.giveUpAfterSeconds ?? DAY_SECONDS * (handler?.isDeletion ? 7 : 1);
  if (ageSeconds >= limit) return null;
  return Math.min(2 ** attempts, MAX_BACKOFF_SECONDS, limit - ageSeconds);
}
