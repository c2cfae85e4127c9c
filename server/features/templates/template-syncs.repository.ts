import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { defineQueue } from '../../kernel/queue/queue.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';
import type { TemplateSyncRow } from './templates.presenter.ts';

/** Between two requested fetches: management calls share 200 an hour. */
const GAP_SECONDS = 2;
export const SYNC_EVERY_SECONDS = 60 * 60;

/** One fetch of templates for each workspace. The lease is longer than the longest fetch of a hundred pages. */
export const TEMPLATE_SYNCS = defineQueue({ table: 'template_syncs', leaseSeconds: 300 });

/** A fetch of a workspace's templates that a worker has claimed. */
export interface ClaimedSync {
  tenantId: Buffer;
  attempts: number;
  startedAt: Date;
  wasAsked: number;
}

/** Returns the fetch that this worker has claimed; null when its lease is lost. */
export async function findClaimedTemplateSync(
  db: Database,
  id: Buffer,
  token: Buffer,
): Promise<ClaimedSync | null> {
  const [row] = await db.select<ClaimedSync>(
    `/* system: template-sync */ SELECT tenant_id AS tenantId, attempts, UTC_TIMESTAMP(3) AS startedAt,
       COALESCE(asked_at > problem_at, FALSE) AS wasAsked
     FROM template_syncs WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  return row ?? null;
}

/** Returns when the templates were fetched and whether a fetch is due; null before the first request. */
export async function findTemplateSync(ctx: QueryContext): Promise<TemplateSyncRow | null> {
  const [row] = await select<TemplateSyncRow>(
    ctx,
    `SELECT synced_at AS syncedAt, problem, problem_at AS problemAt,
       lease_token IS NOT NULL OR visible_at <= UTC_TIMESTAMP(3) + INTERVAL ${GAP_SECONDS} SECOND AS isDue
     FROM template_syncs WHERE tenant_id = :tenantId`,
  );
  return row ?? null;
}

/** Makes a fetch due soon; one that is running meanwhile is followed by another, for it may have begun too early. */
export async function requestTemplateSync(ctx: QueryContext): Promise<void> {
  await run(
    ctx,
    `INSERT INTO template_syncs (id, tenant_id, visible_at, asked_at)
     VALUES (:tenantId, :tenantId, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE asked_at = UTC_TIMESTAMP(3),
       visible_at = IF(lease_token IS NULL,
         LEAST(visible_at, GREATEST(UTC_TIMESTAMP(3),
           COALESCE(synced_at + INTERVAL ${GAP_SECONDS} SECOND, UTC_TIMESTAMP(3)))),
         visible_at)`,
  );
}

/** Ends a fetch that succeeded. Returns false when its lease was lost: then nothing of it may be stored. */
export function completeTemplateSync(ctx: QueryContext, token: Buffer, startedAt: Date): Promise<boolean> {
  return endSync(
    ctx,
    token,
    `attempts = 0, synced_at = :startedAt, problem = NULL, problem_at = NULL,
     visible_at = IF(asked_at >= :startedAt, UTC_TIMESTAMP(3) + INTERVAL ${GAP_SECONDS} SECOND,
       UTC_TIMESTAMP(3) + INTERVAL ${SYNC_EVERY_SECONDS} SECOND)`,
    { startedAt },
  );
}

/**
 * Ends a fetch that failed; a problem of null means that there is nothing to fetch from. Returns false when its lease
 * was lost.
 */
export function failTemplateSync(
  ctx: QueryContext,
  token: Buffer,
  problem: string | null,
  nextSeconds: number,
): Promise<boolean> {
  return endSync(
    ctx,
    token,
    `problem = :problem, problem_at = IF(:problem IS NULL, NULL, UTC_TIMESTAMP(3)),
     visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.ceil(nextSeconds)} SECOND`,
    { problem: problem === null ? null : problem.slice(0, 500) },
  );
}

async function endSync(
  ctx: QueryContext,
  token: Buffer,
  changes: string,
  bindings: Record<string, Date | string | null>,
): Promise<boolean> {
  const sql = `UPDATE template_syncs SET lease_token = NULL, ${changes}
    WHERE tenant_id = :tenantId AND lease_token = :token`;
  return (await run(ctx, sql, { ...bindings, token })) > 0;
}
