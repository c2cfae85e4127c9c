import type { Database } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';

/** Removes parked items after 90 days: they hold personal data, and by then retrying them has no use. */
export function parkedItemRetention(database: Database): HousekeepingStep {
  return {
    name: 'parked_items',
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM parked_items
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL 90 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
