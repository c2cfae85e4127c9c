import type { SwitchboardError } from './switchboard-error.ts';

/** The first wait in milliseconds; it doubles with each further one. */
const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** A server that wants more patience than this is left to the caller. */
const PATIENCE_MS = 60_000;

const STATUSES: readonly number[] = [429, 502, 503, 504];
const CODES: readonly string[] = ['connection_failed', 'timed_out', 'idempotency_in_progress'];

/**
 * How long to wait before the same request is sent again, in milliseconds; null when it should not be. Every
 * request may be sent twice: a POST carries the same Idempotency-Key each time, the others change nothing more.
 */
export function waitBeforeRetry(error: SwitchboardError, retriesSoFar: number): number | null {
  if (!STATUSES.includes(error.status) && !CODES.includes(error.code)) return null;
  const { retryAfterMs } = error;
  if (retryAfterMs !== null && retryAfterMs > PATIENCE_MS) return null;
  const backoff = Math.min(FIRST_MS * 2 ** retriesSoFar, LONGEST_MS);
  // Apart from each other, so that many callers do not come back at the same moment.
  return (retryAfterMs ?? backoff / 2) + (Math.random() * backoff) / 2;
}

/** Waits, and rejects with the signal's reason as soon as it is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
