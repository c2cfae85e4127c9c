import type { Database } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../housekeeping/step.ts';

/** Deletes Idempotency-Keys and their responses after 24 hours. */
export function idempotencyKeyRetention(database: Database): HousekeepingStep {
  return {
    name: 'idempotency_keys',
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM idempotency_keys WHERE expires_at <= UTC_TIMESTAMP(3) LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
