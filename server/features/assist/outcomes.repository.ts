import type { AssistCount, AssistResult } from '../../../shared/contract/assist/assist.contract.ts';
import { ASSIST_FEATURES, ASSIST_OUTCOMES } from '../../../shared/domain/assist/features.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { Database } from '../../db/database.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** Counts what became of suggestions on a screen. */
export async function countOutcomes(
  ctx: Context,
  counts: readonly AssistCount[],
): Promise<{ counted: number }> {
  for (const { count, ...what } of counts) await countOutcome(ctx, what, count);
  return { counted: counts.length };
}

/** Counts an outcome for today. @param what.model the name of the model; empty for features without one. */
export async function countOutcome(
  ctx: QueryContext & Pick<Context, 'clock'>,
  { feature, outcome, language, model }: Omit<AssistCount, 'count'>,
  count = 1,
): Promise<void> {
  const day = ctx.clock.now().toISOString().slice(0, 10);
  await run(
    ctx,
    `INSERT INTO assist_counts (tenant_id, day, feature, outcome, language, model, count)
     VALUES (:tenantId, :day, :feature, :outcome, :language, :model, :count)
     ON DUPLICATE KEY UPDATE count = LEAST(count + :count, 4000000000)`,
    { day, feature, outcome, language, model: model.slice(0, 100), count },
  );
}

/** Returns the outcomes of each feature and model in the last days. */
export async function readResults(ctx: Context, days: number): Promise<AssistResult[]> {
  const since = new Date(ctx.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const rows = await select<{ feature: string; model: string; outcome: string; count: number | string }>(
    ctx,
    `SELECT feature, model, outcome, SUM(count) AS count FROM assist_counts
     WHERE tenant_id = :tenantId AND day > :since
     GROUP BY feature, model, outcome ORDER BY feature, model`,
    { since },
  );
  const results = new Map<string, AssistResult>();
  for (const { feature, model, outcome, count } of rows) {
    // Features and outcomes of a later version, after a downgrade.
    if (!(feature in ASSIST_FEATURES) || !ASSIST_OUTCOMES.some((one) => one === outcome)) continue;
    const result = results.get(`${feature} ${model}`) ?? noResult(feature as AssistResult['feature'], model);
    result.outcomes[outcome as AssistCount['outcome']] = Number(count);
    results.set(`${feature} ${model}`, result);
  }
  return [...results.values()];
}

function noResult(feature: AssistResult['feature'], model: string): AssistResult {
  const outcomes = Object.fromEntries(ASSIST_OUTCOMES.map((one) => [one, 0])) as AssistResult['outcomes'];
  return { feature, model, outcomes };
}

/** Returns the step that deletes counts after 400 days: a year can be compared with the last. */
export function assistCountRetention(db: Database): HousekeepingStep {
  return {
    name: 'assist_counts',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM assist_counts
           WHERE day < UTC_DATE() - INTERVAL 400 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
