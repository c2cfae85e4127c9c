import { describe, expect, it } from 'vitest';
import { formatClock, formatMoment, formatWeekday } from '../../../lib/format/format.ts';
import { roundUp } from '../../../ui/charts/round-up.ts';
import { stepTime, ticksOf } from './overview-scale.ts';

const local = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).toISOString();

describe('ticksOf', () => {
  it('labels every 15 minutes of an hour', () => {
    const ticks = ticksOf('hour', local(4, 11, 16), local(4, 12, 16));
    expect(ticks.map(({ label }) => label)).toEqual(
      [local(4, 11, 30), local(4, 11, 45), local(4, 12)].map(formatClock),
    );
    expect(ticks[0]?.at).toBeCloseTo(14 / 60);
  });

  it('labels every sixth hour of a day, without labels that would overflow', () => {
    const ticks = ticksOf('day', local(3, 12, 30), local(4, 12, 30));
    expect(ticks.map(({ label }) => label)).toEqual(
      [local(3, 18), local(4, 0), local(4, 6)].map(formatClock),
    );
    expect(ticks.at(-1)?.at).toBeCloseTo(17.5 / 24);
  });

  it('labels the midnights of a week', () => {
    const ticks = ticksOf('week', local(4, 15), local(11, 15));
    expect(ticks.map(({ label }) => label)).toEqual(
      [5, 6, 7, 8, 9, 10, 11].map((day) => formatWeekday(local(day, 0))),
    );
    expect(ticks[0]?.at).toBeCloseTo(9 / 168);
  });
});

it.each([
  [0, 1],
  [1, 1],
  [3, 3],
  [5, 5],
  [7, 8],
  [11, 20],
  [230, 300],
  [9_999, 10_000],
])('roundUp of %i is %i', (value, expected) => {
  expect(roundUp(value)).toBe(expected);
});

it('stepTime contains the date unless it is today', () => {
  const now = new Date(2026, 2, 4, 13).getTime();
  expect(stepTime(local(4, 12), 1_800, now)).toBe(
    `${formatClock(local(4, 12))}–${formatClock(local(4, 12, 30))}`,
  );
  const before = stepTime(local(3, 21), 10_800, now);
  expect(before).toBe(`${formatMoment(local(3, 21), now)}–${formatClock(local(4, 0))}`);
  expect(before).toContain('Mar');
});
