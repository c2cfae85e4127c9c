/** How long the database may take, in milliseconds. `Infinity` is no limit. */
export interface TimeLimits {
  /** Until a connection of the pool is free. */
  readonly acquireMs: number;
  /** Until a statement is answered, waiting for its connection included. */
  readonly statementMs: number;
  /** Until a transaction may commit, its repetitions included. */
  readonly transactionMs: number;
}

/** For work that an HTTP request waits for: with the rest of the request it stays below 5 seconds. */
export const REQUEST_LIMITS: TimeLimits = { acquireMs: 2_500, statementMs: 3_500, transactionMs: 3_500 };

/** For requests that count or change as many rows as a workspace may have at a time, about 100,000. */
export const LONG_REQUEST_LIMITS: TimeLimits = {
  ...REQUEST_LIMITS,
  statementMs: 15_000,
  transactionMs: 15_000,
};

/** For workers: a slow database delays them, and a frozen one does not make them lose their place. */
export const BACKGROUND_LIMITS: TimeLimits = {
  acquireMs: 10_000,
  statementMs: 60_000,
  transactionMs: 120_000,
};

/** For the readiness probe. */
export const PROBE_LIMITS: TimeLimits = { acquireMs: 1_500, statementMs: 2_000, transactionMs: 2_000 };

/** For migrations: they take as long as the tables are large. */
export const NO_LIMITS: TimeLimits = {
  acquireMs: Number.POSITIVE_INFINITY,
  statementMs: Number.POSITIVE_INFINITY,
  transactionMs: Number.POSITIVE_INFINITY,
};

/** Calls `expire` after so many milliseconds; never for `Infinity`. Returns the function that cancels it. */
export function startTimer(ms: number, expire: () => void): () => void {
  if (ms === Number.POSITIVE_INFINITY) return () => undefined;
  const timer = setTimeout(expire, Math.max(ms, 0));
  return () => clearTimeout(timer);
}
