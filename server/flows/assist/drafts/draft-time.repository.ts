import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import type { Database } from '../../../db/database.ts';
import type { Context, QueryContext } from '../../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';
import { run } from '../../../kernel/tenancy/rows.ts';

/**
 * How long the model may work ahead of need in a day, on all servers together (decision 0364). Half of it is divided among
 * the workspaces that had prepared replies today or yesterday; the other half is for those that need more.
 */

const KEPT_DAYS = 35;

type Timed = QueryContext & Pick<Context, 'clock'>;

/** Adds the time that the model has worked on a draft, made or not. */
export async function spendDraftTime(ctx: Timed, ms: number): Promise<void> {
  await run(
    ctx,
    `INSERT INTO assist_draft_time (tenant_id, day, ms) VALUES (:tenantId, :day, :ms)
     ON DUPLICATE KEY UPDATE ms = ms + :ms`,
    { day: dayOf(ctx.clock.now()), ms: Math.ceil(ms) },
  );
}

/** Returns how much of a day's time is spent, by all and by this workspace, and whether it may still begin a draft. */
export async function draftBudget(
  { db, tx, scope, clock }: Timed,
  limitMs: number,
): Promise<{ isLeft: boolean; spentMs: number; ownMs: number }> {
  const now = clock.now();
  const [today, yesterday] = [dayOf(now), dayOf(new Date(now.getTime() - DAY_MS))];
  const tenantId = scope.key;
  const [active] = await db.select<{ others: number }>(
    `/* system: claim */ SELECT COUNT(DISTINCT tenant_id) AS others FROM assist_draft_time
     WHERE day IN (:today, :yesterday) AND tenant_id <> :tenantId`,
    { today, yesterday, tenantId },
    tx,
  );
  const partMs = limitMs / 2 / (Number(active?.others ?? 0) + 1);
  const [sums] = await db.select<Record<'spent' | 'beyond' | 'own', number | string | null>>(
    `/* system: claim */ SELECT SUM(ms) AS spent, SUM(IF(ms > :part, ms - :part, 0)) AS beyond,
       SUM(IF(tenant_id = :tenantId, ms, 0)) AS own
     FROM assist_draft_time WHERE day = :today`,
    { today, part: Math.floor(partMs), tenantId },
    tx,
  );
  const [spentMs, beyondMs, ownMs] = [sums?.spent, sums?.beyond, sums?.own].map((sum) =>
    Number(sum ?? 0),
  ) as [number, number, number];
  return { isLeft: spentMs < limitMs && (ownMs < partMs || beyondMs < limitMs / 2), spentMs, ownMs };
}

/** Removes what was counted after some weeks. */
export function draftTimeRetention(db: Database): HousekeepingStep {
  return {
    name: 'assist_draft_time',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM assist_draft_time
           WHERE day < UTC_DATE() - INTERVAL ${KEPT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
