import { describe, expect, it } from 'vitest';
import { ATTEMPTS_MAX, readRetryAfter, secondsUntilRetry } from './schedule.ts';

const HALF = 0.5;
const wait = (
  made: number,
  cause: 'http_error' | 'timeout' | 'rate_limited',
  retryAfter: number | null = null,
) => secondsUntilRetry(made, { cause, retryAfter }, HALF);

describe('the schedule of retries', () => {
  it('has ten attempts, the second after five seconds', () => {
    const waits = Array.from({ length: 12 }, (_, made) => wait(made + 1, 'http_error'));
    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null, null, null]);
    expect(waits.filter((one) => one !== null)).toHaveLength(ATTEMPTS_MAX - 1);
  });

  it('varies each delay by up to 20% in both directions', () => {
    expect(secondsUntilRetry(2, { cause: 'http_error', retryAfter: null }, 0)).toBeCloseTo(240);
    expect(secondsUntilRetry(2, { cause: 'http_error', retryAfter: null }, 1)).toBeCloseTo(360);
  });

  it('waits at least a minute for an overloaded receiver', () => {
    expect(wait(1, 'timeout')).toBe(60);
    expect(wait(1, 'rate_limited')).toBe(60);
  });

  it('respects Retry-After between the planned delay and twice that', () => {
    expect(wait(1, 'rate_limited', 90)).toBe(90);
    expect(wait(1, 'rate_limited', 86_400)).toBe(120);
    expect(wait(2, 'http_error', 1)).toBe(300);
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
