import type { Logger } from '../logging/logger.ts';

/** The time limit of a drain, after which the process ends anyway; the launcher waits a little longer. */
const DRAIN_MS = 9_000;

/**
 * Runs `drain` once when the process gets a signal to stop, then ends the process, even if the drain hangs.
 * Interrupted work continues at the next start.
 */
export function stopOnSignals(logger: Logger, drain: () => Promise<void>): () => void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const force = setTimeout(() => {
      logger.error('draining took too long; ending now');
      process.exit(1);
    }, DRAIN_MS);
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
