import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../../kernel/http-out/retry-after.ts';
import { ATTEMPTS_MAX, secondsUntilRetry } from './schedule.ts';

const HALF = 0.5;
const wait = (made: number, retryAfter: number | null = null) => secondsUntilRetry(made, retryAfter, HALF);

describe('the schedule of retries', () => {
  it('has ten attempts, the second after five seconds', () => {
    const waits = Array.from({ length: 12 }, (_, made) => wait(made + 1));
    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null, null, null]);
    expect(waits.filter((one) => one !== null)).toHaveLength(ATTEMPTS_MAX - 1);
  });

  it('varies each delay by up to 20% in both directions', () => {
    expect(secondsUntilRetry(2, null, 0)).toBeCloseTo(240);
    expect(secondsUntilRetry(2, null, 1)).toBeCloseTo(360);
  });

  it('waits as long as Retry-After, up to an hour or twice the planned delay, and never less than it', () => {
    expect([2, 7, 90, 86_400].map((seconds) => wait(1, seconds))).toEqual([5, 7, 90, 3_600]);
    expect(wait(5, 86_400)).toBe(36_000);
    expect(wait(2, 1)).toBe(300);
    // The random part must not end a delay before the receiver is ready.
    expect(secondsUntilRetry(1, 7, 0)).toBe(7);
  });

  it('reads both formats of Retry-After and no others', () => {
    const now = new Date('2026-11-21T10:00:00Z');
    expect(readRetryAfter('120', now)).toBe(120);
    expect(readRetryAfter('Sat, 21 Nov 2026 10:01:30 GMT', now)).toBe(90);
    expect(readRetryAfter('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe(0);
    expect(readRetryAfter('soon', now)).toBeNull();
    expect(readRetryAfter(undefined, now)).toBeNull();
  });
});
