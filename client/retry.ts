import type { SwitchboardError } from './switchboard-error.ts';

/** The first delay in milliseconds. It doubles with each retry. */
const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** If the server asks for a longer delay, the request is not retried. */
const RETRY_AFTER_MAX_MS = 60_000;

const STATUSES: readonly number[] = [429, 502, 503, 504];
const CODES: readonly string[] = [
  'connection_failed',
  'timed_out',
  'idempotency_in_progress',
  'outcome_unknown',
];
/** Worth repeating only when the server says when: a file that is being downloaded, not one whose download failed. */
const CODES_WITH_A_WAIT: readonly string[] = ['media_not_ready'];

/**
 * Returns the delay before a request is retried, in milliseconds; null when it should not be. Every request
 * is safe to repeat: a POST has the same Idempotency-Key each time, and the other methods are idempotent.
 */
export function waitBeforeRetry(error: SwitchboardError, retriesSoFar: number): number | null {
  const { retryAfterMs } = error;
  const helps =
    STATUSES.includes(error.status) ||
    CODES.includes(error.code) ||
    (retryAfterMs !== null && CODES_WITH_A_WAIT.includes(error.code));
  if (!helps) return null;
  if (retryAfterMs !== null && retryAfterMs > RETRY_AFTER_MAX_MS) return null;
  const backoff = Math.min(FIRST_MS * 2 ** retriesSoFar, LONGEST_MS);
  // Random, so that many callers do not retry at the same moment.
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
