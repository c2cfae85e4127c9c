import type { Database, Transaction } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import { newKey } from '../ids.ts';
import type { Logger } from '../logging/logger.ts';
import { mintTenantScope } from '../tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { complete, defineQueue, postpone } from './queue.ts';
import { createWorker, type Worker } from './worker.ts';

/** A kind of background work. It may run more than once, so it must be repeatable. */
export interface JobHandler {
  kind: string;
  run(scope: TenantScope, payload: Record<string, string>): Promise<void>;
}

/** Background work that a change requests. */
export const JOBS = defineQueue({ table: 'jobs', leaseSeconds: 60 });
const MAX_BACKOFF_SECONDS = 600;

/** Stores a job in the transaction of the change that requests it. */
export async function enqueueJob(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  kind: string,
  payload: Record<string, string>,
): Promise<void> {
  await database.run(
    `INSERT INTO jobs (id, tenant_id, kind, payload, visible_at, created_at)
     VALUES (:id, :tenantId, :kind, :payload, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    { id: newKey(), tenantId: scope.key, kind, payload: JSON.stringify(payload) },
    tx,
  );
}

/** Creates the worker of the job table. It retries each job until it succeeds, with growing delays. */
export function createJobWorker(database: Database, logger: Logger, handlers: readonly JobHandler[]): Worker {
  return createWorker(database, logger, {
    queue: JOBS,
    concurrency: 4,
    handle: async (id, token) => {
      const [job] = await database.select<JobRow>(
        '/* system: job */ SELECT tenant_id, kind, payload, attempts FROM jobs WHERE id = :id AND lease_token = :token',
        { id, token },
      );
      if (!job) return;
      try {
        const handler = handlers.find((candidate) => candidate.kind === job.kind);
        if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
        await handler.run(mintTenantScope(job.tenant_id), asJson(job.payload));
        await complete(database, JOBS, { id, token });
      } catch (error) {
        logger.error({ err: error, kind: job.kind }, 'job failed; will retry');
        const seconds = Math.min(2 ** job.attempts, MAX_BACKOFF_SECONDS);
        const bindings = { reason: String(error).slice(0, 1_000) };
        await postpone(database, JOBS, { id, token }, { seconds, changes: 'last_error = :reason', bindings });
      }
    },
  });
}

interface JobRow {
  tenant_id: Buffer;
  kind: string;
  payload: unknown;
  attempts: number;
}
