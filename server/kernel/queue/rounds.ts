import type { Logger } from '../logging/logger.ts';
import type { Worker } from './worker.ts';

/** Work that looks for what has become due. */
export interface Rounds {
  everyMs: number;
  /** Logged when a round fails; the next one tries again. */
  problem: string;
  /** Does one bounded round. Between two items, `isStopping` says whether to leave the rest to the next start. */
  run(isStopping: () => boolean): Promise<void>;
}

/** Creates a worker that does rounds, one at a time, with a pause between them. */
export function createRounds(log: Pick<Logger, 'warn'>, { everyMs, problem, run }: Rounds): Worker {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
  let isStopped = false;

  function begin(): void {
    clearTimeout(timer);
    if (isStopped) return;
    round ??= run(() => isStopped)
      .catch((error) => log.warn({ err: error }, problem))
      .finally(() => {
        round = null;
        if (!isStopped) timer = setTimeout(begin, everyMs);
      });
  }

  return {
    wake: begin,
    start: begin,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
