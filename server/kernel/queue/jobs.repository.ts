import type { Database, Transaction } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../housekeeping/step.ts';
import { newKey } from '../ids.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { type Claim, defineQueue, postpone } from './queue.ts';

/** Background work that a change requests. */
export const JOBS = defineQueue({ table: 'jobs', leaseSeconds: 60 });

/** A failed job: nothing runs it until an operator retries it. */
const FAILED = 3;

/** The jobs of one kind in one workspace. */
export interface JobLane {
  tenantId: Buffer;
  kind: string;
}

export interface JobRow {
  tenantId: Buffer;
  kind: string;
  payload: unknown;
  attempts: number;
  ageSeconds: number;
}

/** A failed job, as the operator sees it. */
export interface FailedJob {
  id: Buffer;
  tenantId: Buffer;
  kind: string;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  failedAt: Date;
}

/** Stores a job in the transaction of the change that requests it. It begins after `waitSeconds`. */
export async function enqueueJob(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  kind: string,
  payload: Record<string, string>,
  { waitSeconds = 0 } = {},
): Promise<void> {
  await database.run(
    `INSERT INTO jobs (id, tenant_id, kind, payload, visible_at, created_at)
     VALUES (:id, :tenantId, :kind, :payload, UTC_TIMESTAMP(3) + INTERVAL :waitSeconds SECOND, UTC_TIMESTAMP(3))`,
    { id: newKey(), tenantId: scope.key, kind, payload: JSON.stringify(payload), waitSeconds },
    tx,
  );
}

/** Returns the lanes with a job that is due, the longest due first. Reads one index entry per lane. */
export function dueJobLanes(database: Database): Promise<JobLane[]> {
  return database.select<JobLane>(
    `/* system: claim */ SELECT tenantId, kind FROM (
       SELECT tenant_id AS tenantId, kind, MIN(visible_at) AS dueAt FROM jobs FORCE INDEX (jobs_lane)
       WHERE state = 0 GROUP BY tenant_id, kind) lanes
     WHERE dueAt <= UTC_TIMESTAMP(3) ORDER BY dueAt LIMIT 1000`,
  );
}

/** Returns a claimed job; null when its lease is lost. */
export async function openJob(database: Database, { id, token }: Claim): Promise<JobRow | null> {
  const [job] = await database.select<JobRow>(
    `/* system: job */ SELECT tenant_id AS tenantId, kind, payload, attempts,
       GREATEST(0, TIMESTAMPDIFF(SECOND, created_at, UTC_TIMESTAMP(3))) AS ageSeconds
     FROM jobs WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  return job ? { ...job, ageSeconds: Number(job.ageSeconds) } : null;
}

/** Releases a job until its next try, or for good: then it stays as failed. */
export async function releaseJob(
  database: Database,
  claim: Claim,
  { error, retrySeconds }: { error: unknown; retrySeconds: number | null },
): Promise<void> {
  await postpone(database, JOBS, claim, {
    seconds: retrySeconds ?? 0,
    changes: `last_error = :reason${retrySeconds === null ? `, state = ${FAILED}` : ''}`,
    bindings: { reason: String(error).slice(0, 1_000) },
  });
}

/** Releases a job that goes on later, behind those that are due. Its turn is no failed try. */
export async function endTurn(database: Database, claim: Claim): Promise<void> {
  await postpone(database, JOBS, claim, { seconds: 0, changes: 'attempts = attempts - 1' });
}

/** Returns the newest failed jobs of a workspace, or of all. */
export function failedJobs(database: Database, tenantId: Buffer | null, limit: number): Promise<FailedJob[]> {
  return database.select<FailedJob>(
    `/* system: job */ SELECT id, tenant_id AS tenantId, kind, attempts, last_error AS lastError,
       created_at AS createdAt, visible_at AS failedAt
     FROM jobs WHERE state = ${FAILED} ${tenantId ? 'AND tenant_id = :tenantId' : ''}
     ORDER BY visible_at DESC, id DESC LIMIT ${Math.trunc(limit)}`,
    tenantId ? { tenantId } : {},
  );
}

/** Makes failed jobs due again, with all their tries. Returns their number. */
export function retryFailedJobs(
  database: Database,
  {
    tenantId,
    id,
    kind,
  }: { tenantId?: Buffer | undefined; id?: Buffer | undefined; kind?: string | undefined },
): Promise<number> {
  return database.run(
    `/* system: job */ UPDATE jobs SET state = 0, attempts = 0, visible_at = UTC_TIMESTAMP(3),
       created_at = UTC_TIMESTAMP(3)
     WHERE state = ${FAILED} ${tenantId ? 'AND tenant_id = :tenantId' : ''} ${id ? 'AND id = :id' : ''}
       ${kind ? 'AND kind = :kind' : ''}`,
    { ...(tenantId ? { tenantId } : {}), ...(id ? { id } : {}), ...(kind ? { kind } : {}) },
  );
}

/** Deletes failed jobs after 90 days, as parked items. */
export function jobRetention(database: Database): HousekeepingStep {
  return {
    name: 'jobs',
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM jobs
           WHERE state = ${FAILED} AND visible_at <= UTC_TIMESTAMP(3) - INTERVAL 90 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
