import type { AssistCount, AssistResult } from '../../../shared/contract/assist/assist.contract.ts';
import {
  ASSIST_FEATURES,
  type AssistFeature,
  RESULT_OUTCOMES,
  type ResultOutcome,
} from '../../../shared/domain/assist/features.ts';
import { isSimulatedPhone } from '../../../shared/domain/rehearsal/rehearsal.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { Database } from '../../db/database.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { findRow, run, select } from '../../kernel/tenancy/rows.ts';

/** An outcome of a suggestion to a member about what a contact wrote. */
export interface CountedOutcome extends Omit<AssistCount, 'count' | 'outcome'> {
  outcome: ResultOutcome;
  /** Whether it was made in test mode, and shown to nobody. */
  isTest?: boolean;
  /** Whose conversation it is about; null: none, or the caller knows that it is not a simulated customer's. */
  contactId: Buffer | null;
}

/**
 * Counts an outcome for today, unless it is about a simulated customer: what is practiced says nothing about real ones.
 * @param what.model the name of the model; empty for features without one, and where there was none.
 */
export async function countOutcome(
  ctx: QueryContext & Pick<Context, 'clock'>,
  { feature, outcome, language, model, isTest = false, contactId }: CountedOutcome,
  count = 1,
): Promise<void> {
  if (contactId !== null) {
    const contact = await findRow(ctx, 'contact', { columns: ['phone'], where: { id: contactId } });
    if (isSimulatedPhone(contact?.phone)) return;
  }
  const day = ctx.clock.now().toISOString().slice(0, 10);
  await run(
    ctx,
    `INSERT INTO assist_outcomes (tenant_id, day, feature, is_test, outcome, language, model, count)
     VALUES (:tenantId, :day, :feature, :isTest, :outcome, :language, :model, :count)
     ON DUPLICATE KEY UPDATE count = LEAST(count + :count, 4000000000)`,
    { day, feature, isTest: isTest ? 1 : 0, outcome, language, model: model.slice(0, 100), count },
  );
}

/** Returns the outcomes of each feature and model in the last days, those of test mode apart. */
export async function readResults(ctx: Context, days: number): Promise<AssistResult[]> {
  const since = new Date(ctx.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const rows = await select<{
    feature: string;
    model: string;
    isTest: number;
    outcome: string;
    count: number | string;
  }>(
    ctx,
    `SELECT feature, model, is_test AS isTest, outcome, SUM(count) AS count FROM assist_outcomes
     WHERE tenant_id = :tenantId AND day > :since
     GROUP BY feature, model, is_test, outcome ORDER BY is_test, feature, model`,
    { since },
  );
  const results = new Map<string, AssistResult>();
  for (const { feature, model, isTest, outcome, count } of rows) {
    // Features and outcomes of a later version, after a downgrade.
    if (!isFeature(feature) || !isOutcome(outcome)) continue;
    const key = `${isTest} ${feature} ${model}`;
    const result = results.get(key) ?? noResult(feature, model, isTest === 1);
    result.outcomes[outcome] = Number(count);
    results.set(key, result);
  }
  return [...results.values()];
}

const isFeature = (name: string): name is AssistFeature => name in ASSIST_FEATURES;
const isOutcome = (name: string): name is ResultOutcome => RESULT_OUTCOMES.some((one) => one === name);

function noResult(feature: AssistFeature, model: string, isTest: boolean): AssistResult {
  const outcomes = Object.fromEntries(RESULT_OUTCOMES.map((one) => [one, 0])) as AssistResult['outcomes'];
  return { feature, model, isTest, outcomes };
}

/**
 * Returns the steps that delete counts after 400 days: a year can be compared with the last. `assist_counts` is the table of
 * earlier versions.
 */
export function assistCountRetention(db: Database): HousekeepingStep[] {
  return (['assist_outcomes', 'assist_counts'] as const).map((name) => ({
    name,
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM ${name}
           WHERE day < UTC_DATE() - INTERVAL 400 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  }));
}
