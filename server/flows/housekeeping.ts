import type { Database } from '../db/database.ts';
import { removeExpired } from '../features/sessions/index.ts';
import { dropExpiredKeys } from '../kernel/idempotency/claim-store.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import { dropOldParkedStatuses } from './apply-status.ts';

const EVERY_MS = 60 * 60 * 1_000;

/** Removes, every hour, what nobody can ask for any more. Any number of servers may do it at once. */
export function startHousekeeping(database: Database, logger: Logger): { stop(): void } {
  const sweep = async () => {
    try {
      await removeExpired(database);
      await dropOldParkedStatuses(database);
      await dropExpiredKeys(database);
      // The platform repeats a callback for up to 7 days: until then its digest recognises it.
      await database.run(
        '/* system: housekeeping */ DELETE FROM inbound_callbacks WHERE state = 1 AND received_at < UTC_TIMESTAMP(3) - INTERVAL 8 DAY LIMIT 1000',
      );
      await database.run(
        '/* system: housekeeping */ DELETE FROM events WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL 7 DAY LIMIT 5000',
      );
    } catch (error) {
      logger.warn({ err: error }, 'housekeeping failed; it will be tried again');
    }
  };
  const timer = setInterval(() => void sweep(), EVERY_MS);
  void sweep();
  return { stop: () => clearInterval(timer) };
}
