import type { Logger } from '../logging/logger.ts';

/**
 * Runs `drain` once when the process gets a signal to stop, then ends the process, also when the drain takes
 * longer than `limitMs`. Interrupted work continues at the next start.
 */
export function stopOnSignals(logger: Logger, limitMs: number, drain: () => Promise<void>): () => void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const force = setTimeout(() => {
      logger.error('draining took too long; ending now');
      process.exit(1);
    }, limitMs);
    force.unref();
    drain().then(
      () => process.exit(0),
      (error) => {
        logger.error({ err: error }, 'draining failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  return stop;
}
