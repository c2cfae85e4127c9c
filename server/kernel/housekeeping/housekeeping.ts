import type { Clock } from '../clock/clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { HousekeepingStep } from './step.ts';

export interface HousekeepingMetrics {
  housekeepingRemoved(step: string, rows: number): void;
  housekeepingSucceeded(step: string, at: Date): void;
}

export interface HousekeepingOptions {
  steps: readonly HousekeepingStep[];
  logger: Logger;
  metrics: HousekeepingMetrics;
  clock: Clock;
  /** Milliseconds from the start of one pass to the start of the next. */
  everyMs?: number;
  /** Milliseconds between two batches, in which the database serves others. */
  pauseMs?: number;
  /** Milliseconds of work after which a step lets the others continue; it resumes in the next round. */
  turnMs?: number;
  /** Milliseconds after which a pass ends even if steps have rows left; the next pass removes them. */
  passMs?: number;
}

export interface Housekeeping {
  /** The names of all steps. */
  readonly steps: readonly string[];
  /** Starts a pass now, and one every hour. */
  start(): void;
  /** Runs one pass; resolves when every step has finished, has failed, or is out of time. Never rejects. */
  pass(): Promise<void>;
  /** Ends the current pass after its current batch. */
  stop(): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1_000;

/**
 * Removes old rows every hour. The steps take turns, so that a table with many old rows does not delay the
 * others. An error is logged and ends its own step for this pass. Several servers may run it at once.
 */
export function createHousekeeping(options: HousekeepingOptions): Housekeeping {
  const { steps, logger, metrics, clock } = options;
  const { everyMs = HOUR_MS, pauseMs = 20, turnMs = 30_000, passMs = 50 * 60 * 1_000 } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;

  async function runPass(): Promise<void> {
    const endsAt = clock.elapsedMs() + passMs;
    let left = steps.map((step) => ({ step, batches: step.sweep()[Symbol.asyncIterator]() }));
    while (left.length > 0 && !stopping.signal.aborted && clock.elapsedMs() < endsAt) {
      const unfinished: typeof left = [];
      for (const started of left) if (!(await takeTurn(started))) unfinished.push(started);
      left = unfinished;
    }
    if (left.length > 0 && !stopping.signal.aborted) {
      const names = left.map(({ step }) => step.name);
      logger.warn({ steps: names }, 'housekeeping pass timed out; continuing in the next pass');
    }
    for (const { batches } of left) await batches.return?.();
  }

  /**
   * Runs batches of one step until its turn is over. Returns true when the step is finished or has failed.
   */
  async function takeTurn({ step, batches }: Started): Promise<boolean> {
    const endsAt = clock.elapsedMs() + turnMs;
    try {
      while (!stopping.signal.aborted && clock.elapsedMs() < endsAt) {
        const batch = await batches.next();
        if (batch.done) {
          metrics.housekeepingSucceeded(step.name, clock.now());
          return true;
        }
        metrics.housekeepingRemoved(step.name, batch.value);
        await pause(pauseMs, stopping.signal);
      }
      return false;
    } catch (error) {
      logger.error({ err: error, step: step.name }, 'housekeeping step failed; will retry in the next pass');
      return true;
    }
  }

  function pass(): Promise<void> {
    current ??= runPass().finally(() => {
      current = undefined;
    });
    return current;
  }

  return {
    steps: steps.map(({ name }) => name),
    start: () => {
      // The alert for steps that have stopped also finds one that never succeeds.
      for (const { name } of steps) metrics.housekeepingSucceeded(name, clock.now());
      timer = setInterval(() => void pass(), everyMs);
      void pass();
    },
    pass,
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await current;
    },
  };
}

interface Started {
  step: HousekeepingStep;
  batches: AsyncIterator<number>;
}

/** Resolves after the given milliseconds, or at once when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
