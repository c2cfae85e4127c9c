import type { Database, Transaction } from '../../db/database.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type StoredTime, stepBackStatement } from './stored-times.ts';
import type { Worker } from './worker.ts';

const POLL_INTERVAL_MS = 1_000;
/** The maximum age of the stored mark while a server runs, and so the precision of a step after a restart. */
const RAISE_MS = 5_000;
/** A clock that is further behind has been set back; less only delays work by as much. */
const TOLERANCE_MS = 2_000;

/** The database's stored mark, and then its clock. Times in milliseconds. */
interface ClockReading {
  now: number;
  newestAt: number;
  /** The number of steps back that were handled so far. */
  steps: number;
}

/**
 * Watches the database's clock. When it steps back, one of the servers moves every stored due time and lease
 * back by the same amount, in one transaction, so that all work waits as long as without the step (decision
 * 0229). After a crash in between nothing has moved, and the next check starts over.
 */
export function createClockWatch(
  database: Database,
  logger: Logger,
  metrics: Metrics,
  storedTimes: readonly StoredTime[],
): Worker {
  /** The last reading of this process, and its time by the process's own monotonic clock. */
  let last: (ClockReading & { readAt: number }) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | null = null;
  let isStopped = false;

  /** Returns how many milliseconds the clock is behind; an estimate that is never too high. */
  function behind(reading: ClockReading, askedAt: number): number {
    const elapsed = last?.steps === reading.steps ? Math.max(0, askedAt - last.readAt) : 0;
    const known = last?.steps === reading.steps ? last.now + elapsed : 0;
    return Math.max(reading.newestAt, known) - reading.now;
  }

  async function check(): Promise<void> {
    const askedAt = performance.now();
    const reading = await readClock(database);
    if (behind(reading, askedAt) > TOLERANCE_MS) {
      const step = await stepBack();
      last = null;
      if (step > 0) report(step);
      return;
    }
    last = { ...reading, readAt: performance.now() };
    if (reading.now - reading.newestAt > RAISE_MS) await raiseMark(database, reading.steps);
  }

  /** Returns the size of the step, in milliseconds; 0 when another server has handled it. */
  function stepBack(): Promise<number> {
    return database.transaction(async (tx) => {
      // A separate statement: the clock must be read after the wait for the lock.
      await database.select('SELECT id FROM database_clock WHERE id = 1 FOR UPDATE', {}, tx);
      const askedAt = performance.now();
      const reading = await readClock(database, tx);
      const step = behind(reading, askedAt);
      if (step <= TOLERANCE_MS) return 0;
      for (const time of storedTimes)
        await database.run(stepBackStatement(time), { step: Math.round(step * 1_000) }, tx);
      await database.run(
        'UPDATE database_clock SET newest_at = :now, steps = steps + 1 WHERE id = 1',
        { now: new Date(reading.now) },
        tx,
      );
      return step;
    });
  }

  function report(step: number): void {
    const seconds = Math.round(step / 100) / 10;
    logger.warn({ seconds }, `the database clock stepped back by ${seconds} s; due times moved back with it`);
    metrics.clockStep();
  }

  function begin(): Promise<void> {
    clearTimeout(timer);
    checking ??= check()
      .catch((error) => logger.warn({ err: error }, 'failed to check the database clock'))
      .finally(() => {
        checking = null;
        if (!isStopped) timer = setTimeout(() => void begin(), POLL_INTERVAL_MS);
      });
    return checking;
  }

  return {
    wake: () => void begin(),
    start: () => void begin(),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await checking;
    },
  };
}

/**
 * Reads the mark first. A statement's time is that of its start, and a node of a cluster may let it wait for seconds after that:
 * a mark that another server has raised meanwhile would look like a step.
 * @throws when migration 0024 has not run.
 */
async function readClock(database: Database, tx?: Transaction): Promise<ClockReading> {
  const [mark] = await database.select<{ newestAt: Date; steps: number }>(
    'SELECT newest_at AS newestAt, steps FROM database_clock WHERE id = 1',
    {},
    tx,
  );
  const [clock] = await database.select<{ now: Date }>('SELECT UTC_TIMESTAMP(3) AS now', {}, tx);
  if (!mark || !clock) throw new Error('database_clock has no row; run the migrations');
  return { now: clock.now.getTime(), newestAt: mark.newestAt.getTime(), steps: mark.steps };
}

/** Raises the mark. `steps` prevents a delayed statement from overwriting the mark of a later step. */
async function raiseMark(database: Database, steps: number): Promise<void> {
  await database.run(
    `UPDATE database_clock SET newest_at = GREATEST(newest_at, UTC_TIMESTAMP(3))
     WHERE id = 1 AND steps = :steps`,
    { steps },
  );
}
