import type { Logger } from '../logging/logger.ts';

/** How long a drain may take before the process ends anyway; the launcher waits a little longer. */
const DRAIN_MS = 9_000;

/**
 * Runs `drain` once when the process is told to stop, and ends it: by itself when all is done, by
 * force when the drain hangs. Work that was cut off is taken up at the next start.
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
