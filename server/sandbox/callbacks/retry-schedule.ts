const firstGapMs = 1_000;
const longestGapMs = 60 * 60 * 1_000;
const patienceMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * How long the platform waits before it sends a callback again: from a second, doubling up to an hour,
 * a little scattered. `clockSpeed` compresses the whole schedule.
 */
export function retryGapMs(attempts: number, clockSpeed: number): number {
  const gap = Math.min(firstGapMs * 2 ** Math.max(0, attempts - 1), longestGapMs);
  return (gap * (0.9 + Math.random() * 0.2)) / clockSpeed;
}

/** True when the platform stops trying: seven days after the event. */
export function isGivenUp(ageMs: number, clockSpeed: number): boolean {
  return ageMs * clockSpeed > patienceMs;
}
