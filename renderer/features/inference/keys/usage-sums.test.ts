import { describe, expect, it } from 'vitest';
import { callsByDay, usageByKey } from './usage-sums.ts';

const row = (keyId: string, day: string, calls: number) => ({
  keyId,
  day,
  calls,
  promptTokens: calls * 10,
  completionTokens: calls * 2,
});
const rows = [row('a', '2026-03-01', 2), row('b', '2026-03-03', 5), row('a', '2026-03-03', 1)];

describe('the usage of keys', () => {
  it('is summed by key, most calls first', () => {
    expect(usageByKey(rows)).toEqual([
      { keyId: 'b', calls: 5, promptTokens: 50, completionTokens: 10 },
      { keyId: 'a', calls: 3, promptTokens: 30, completionTokens: 6 },
    ]);
  });

  it('is counted by day, including days without calls', () => {
    const now = Date.parse('2026-03-03T23:59:00Z');
    expect(callsByDay(rows, 4, now).map(({ value }) => value)).toEqual([0, 2, 0, 6]);
  });
});
