import type { Database } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';

/** Removes sessions and socket tickets that have expired. */
export function sessionRetention(database: Database): HousekeepingStep[] {
  const expired = (table: 'socket_tickets' | 'sessions'): HousekeepingStep => ({
    name: table,
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM ${table} WHERE expires_at < UTC_TIMESTAMP(3) LIMIT ${BATCH_ROWS}`,
        ),
      ),
  });
  return [expired('socket_tickets'), expired('sessions')];
}
