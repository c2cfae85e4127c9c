import type { Database } from '../../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';

/** Returns the step that deletes the daily usage of inference keys after 400 days: a year can be compared with the last. */
export function inferenceUsageRetention(db: Database): HousekeepingStep {
  return {
    name: 'inference_key_usage',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM inference_key_usage
           WHERE day < UTC_DATE() - INTERVAL 400 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}

/** Returns the step that deletes the bytes that left the machine for the model after 400 days. */
export function egressRetention(db: Database): HousekeepingStep {
  return {
    name: 'model_egress',
    sweep: () =>
      inBatches(() =>
        db.run(`DELETE FROM model_egress WHERE day < UTC_DATE() - INTERVAL 400 DAY LIMIT ${BATCH_ROWS}`),
      ),
  };
}
