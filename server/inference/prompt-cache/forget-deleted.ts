import type { Database } from '../../db/database.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { Scheduler } from '../engine-host/scheduler.ts';
import { deletedOf } from './kept-conversations.repository.ts';

const EVERY_MS = 5_000;

/**
 * Makes the engine forget conversations that are no longer there, and those of contacts whom the assistant leaves alone.
 * It compares what the engine keeps with the tables every few seconds, so no deletion has to reach this process, and none is missed.
 */
export function startForgetting(
  database: Database,
  {
    scheduler,
    logger,
    everyMs = EVERY_MS,
  }: { scheduler: Pick<Scheduler, 'engine' | 'forget'>; logger: Logger; everyMs?: number | undefined },
) {
  let isFailing = false;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const kept = scheduler.engine.pulse?.kept ?? [];
    if (kept.length === 0) return;
    try {
      const deleted = await deletedOf(database, kept);
      if (deleted.length > 0) scheduler.forget(deleted);
      isFailing = false;
    } catch (error) {
      // Logged once, as long as the database is away. Nothing is deleted meanwhile either.
      if (!isFailing) logger.warn({ err: error }, 'could not look for deleted conversations; will retry');
      isFailing = true;
    }
  }

  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await looking;
    },
  };
}
