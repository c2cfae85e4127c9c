/** The clock of this process. Tests pass one that they can set. */
export interface Clock {
  /** Returns the wall-clock time. It may step back: never measure a duration with it. */
  now(): Date;
  /** Returns milliseconds that only grow, for durations. */
  elapsedMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsedMs: () => performance.now() };
