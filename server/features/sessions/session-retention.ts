import type { Database } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { deleteExpired } from './sessions.repository.ts';

/** Returns the steps that delete expired sessions and socket tickets. */
export function sessionRetention(db: Database): HousekeepingStep[] {
  return (['socket_tickets', 'sessions'] as const).map((table) => ({
    name: table,
    sweep: () => inBatches(() => deleteExpired(db, table, BATCH_ROWS)),
  }));
}
