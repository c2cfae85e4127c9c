import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { newKey } from '../../kernel/ids.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';
import type { StatusReport } from '../../platform/inbound/parse-inbound.ts';

/** Parks the status of a message that is not known yet. The same status twice is kept once. */
export async function parkStatus(ctx: QueryContext, report: StatusReport): Promise<void> {
  await run(
    ctx,
    `INSERT INTO parked_statuses (id, tenant_id, platform_id, status, report, created_at)
     VALUES (:id, :tenantId, :platformId, :status, :report, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE id = parked_statuses.id`,
    {
      id: newKey(),
      platformId: report.platformId,
      status: report.status,
      report: JSON.stringify(report),
    },
  );
}

/** Returns the parked statuses of a message, in the order in which they came. */
export async function parkedStatuses(
  ctx: QueryContext,
  platformId: string,
): Promise<{ id: Buffer; report: StatusReport }[]> {
  const rows = await select<{ id: Buffer; report: unknown }>(
    ctx,
    `SELECT id, report FROM parked_statuses WHERE tenant_id = :tenantId AND platform_id = :platformId ORDER BY id`,
    { platformId },
  );
  return rows.map(({ id, report }) => {
    const stored = asJson<Omit<StatusReport, 'at'> & { at: string }>(report);
    return { id, report: { ...stored, at: new Date(stored.at) } };
  });
}

/** Removes a parked status: it has been applied. */
export async function removeParkedStatus(ctx: QueryContext, id: Buffer): Promise<void> {
  await run(ctx, 'DELETE FROM parked_statuses WHERE tenant_id = :tenantId AND id = :id', { id });
}

/** Removes parked statuses after 7 days: their messages were sent from another app and never come. */
export function parkedStatusRetention(database: Database): HousekeepingStep {
  return {
    name: 'parked_statuses',
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM parked_statuses
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL 7 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
