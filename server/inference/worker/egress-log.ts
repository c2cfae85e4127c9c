import type { Database } from '../../db/database.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { addEgress } from './worker-row.repository.ts';

const EVERY_MS = 5_000;

/**
 * Adds the bytes that have left this machine for the model to the day's sum, every few seconds and at the end. What
 * could not be stored is added to the next attempt.
 */
export function startEgressLog(
  database: Database,
  {
    host,
    take,
    logger,
    everyMs = EVERY_MS,
  }: { host: string; take: () => number; logger: Logger; everyMs?: number | undefined },
) {
  let missing = 0;
  let isFailing = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const bytes = missing + take();
    missing = 0;
    if (bytes === 0) return;
    try {
      await addEgress(database, host, bytes);
      isFailing = false;
    } catch (error) {
      missing = bytes;
      // Logged once, as long as the database is away.
      if (!isFailing) logger.warn({ err: error }, 'the bytes for the model could not be stored; will retry');
      isFailing = true;
    }
  }

  const next = () => {
    writing = writing.then(write);
  };
  const timer = setInterval(next, everyMs);
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer);
      next();
      await writing;
    },
  };
}
