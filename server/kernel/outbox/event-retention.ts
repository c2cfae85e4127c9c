import type { Database } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../housekeeping/step.ts';

/** Removes events after 7 days; until then, clients can read them again. */
export function eventRetention(database: Database): HousekeepingStep {
  return {
    name: 'events',
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM events
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL 7 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
