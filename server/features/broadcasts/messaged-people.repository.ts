import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/**
 * The people to whom a workspace has written outside their reply window in the last 24 hours. The platform limits how many
 * these may be, and says nothing about how many there were.
 */

const LATELY = 'messaged_at > UTC_TIMESTAMP(3) - INTERVAL 24 HOUR';

/** Notes that a contact was written to first. */
export async function noteMessaged(ctx: QueryContext, contactId: Buffer): Promise<void> {
  await run(
    ctx,
    `INSERT INTO messaged_people (tenant_id, contact_id, messaged_at) VALUES (:tenantId, :contactId, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE messaged_at = UTC_TIMESTAMP(3)`,
    { contactId },
  );
}

/** Returns to how many people the workspace has written first in the last 24 hours, counted up to `max`. */
export async function countMessaged(ctx: QueryContext, max: number): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM (SELECT contact_id FROM messaged_people FORCE INDEX (messaged_people_time)
       WHERE tenant_id = :tenantId AND ${LATELY} LIMIT ${Math.trunc(max)}) p`,
  );
  return Number(row?.count ?? 0);
}

/** Returns when so many of these people (one: the first) are 24 hours ago; null when there are not so many. */
export async function messagedFreeAt(ctx: QueryContext, count: number): Promise<Date | null> {
  const [row] = await select<{ at: Date }>(
    ctx,
    `SELECT messaged_at + INTERVAL 24 HOUR AS at FROM messaged_people FORCE INDEX (messaged_people_time)
     WHERE tenant_id = :tenantId AND ${LATELY} ORDER BY messaged_at LIMIT 1 OFFSET ${Math.trunc(count) - 1}`,
  );
  return row?.at ?? null;
}

/** Returns how many messages of all broadcasts of the workspace wait for the platform, counted up to `max`. */
export async function countQueuedOfBroadcasts(ctx: QueryContext, max: number): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM (SELECT id FROM outbound_sends FORCE INDEX (outbound_sends_broadcast)
       WHERE tenant_id = :tenantId AND broadcast_id IS NOT NULL LIMIT ${Math.trunc(max)}) w`,
  );
  return Number(row?.count ?? 0);
}

/** Removes those who no longer count. */
export function messagedRetention(db: Database): HousekeepingStep {
  return {
    name: 'messaged_people',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM messaged_people
           WHERE messaged_at < UTC_TIMESTAMP(3) - INTERVAL 25 HOUR LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
