import type { Database } from '../db/database.ts';
import type { MediaFiles } from '../features/media/index.ts';
import { purgePrompts } from '../features/prompt-log/index.ts';
import { removeExpired } from '../features/sessions/index.ts';
import { dropExpiredKeys } from '../kernel/idempotency/claim-store.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import { dropOldParkedStatuses } from './apply-status.ts';
import { sweepMedia } from './sweep-media.ts';
import { dropOldWebhooks } from './webhooks/index.ts';

const EVERY_MS = 60 * 60 * 1_000;

/** Removes, every hour, what nobody can ask for any more. Any number of servers may do it at once. */
export function startHousekeeping(database: Database, files: MediaFiles, logger: Logger): { stop(): void } {
  const sweep = async () => {
    try {
      await removeExpired(database);
      await dropOldParkedStatuses(database);
      await dropExpiredKeys(database);
      await sweepMedia(database, files);
      await dropOldWebhooks(database);
      await purgePrompts(database);
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
