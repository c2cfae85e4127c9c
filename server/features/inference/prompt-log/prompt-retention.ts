import type { Database } from '../../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';

/** Removes prompts that have been kept for as long as their workspace chose. */
export function promptRetention(database: Database, now: () => Date = () => new Date()): HousekeepingStep {
  return {
    name: 'prompt_log',
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM prompt_log WHERE expires_at <= :now LIMIT ${BATCH_ROWS}`,
          { now: now() },
        ),
      ),
  };
}
