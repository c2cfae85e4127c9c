import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addBusinessTime,
  type BusinessHours,
  type OpenHours,
  responseDueAt,
  subtractBusinessTime,
} from './business-time.ts';
import { isTimeZone } from './time-zones.ts';

const nine: OpenHours[] = [{ from: 540, to: 1_020 }];
const hoursOf = (changes: Partial<BusinessHours> = {}): BusinessHours => ({
  timeZone: 'Europe/Berlin',
  week: [[], nine, nine, nine, nine, nine, []],
  closedDays: [],
  ...changes,
});
const add = (start: string, minutes: number, hours: BusinessHours | null) =>
  addBusinessTime(new Date(start), minutes, hours)?.toISOString() ?? null;

describe('business time', () => {
  it('passes only while the team works', () => {
    // Friday 16:30 in Berlin, one hour: Monday 9:30.
    expect(add('2026-11-20T15:30:00Z', 60, hoursOf())).toBe('2026-11-23T08:30:00.000Z');
    expect(add('2026-11-21T12:00:00Z', 60, hoursOf())).toBe('2026-11-23T09:00:00.000Z');
    expect(add('2026-11-20T09:00:00Z', 60, hoursOf())).toBe('2026-11-20T10:00:00.000Z');
    expect(add('2026-11-20T09:00:00Z', 60, null)).toBe('2026-11-20T10:00:00.000Z');
  });

  it('skips lunch and closed days', () => {
    const lunch = [
      { from: 540, to: 720 },
      { from: 780, to: 1_020 },
    ];
    const hours = hoursOf({
      week: [[], lunch, lunch, lunch, lunch, lunch, []],
      closedDays: [{ date: '2026-11-23', name: 'Holiday' }],
    });
    // Friday 11:30, two hours: until 14:30. Friday 16:00: one hour more on Tuesday.
    expect(add('2026-11-20T10:30:00Z', 120, hours)).toBe('2026-11-20T13:30:00.000Z');
    expect(add('2026-11-20T15:00:00Z', 120, hours)).toBe('2026-11-24T09:00:00.000Z');
  });

  it('has 23 and 25 hours on the days when the clocks change', () => {
    const always = hoursOf({ week: Array.from({ length: 7 }, () => [{ from: 0, to: 1_440 }]) });
    expect(add('2026-03-28T23:00:00Z', 1_440, always)).toBe('2026-03-29T23:00:00.000Z');
    const nights = hoursOf({ week: Array.from({ length: 7 }, () => [{ from: 60, to: 300 }]) });
    // 1:00 to 5:00 on 29 March is three hours, on 25 October five.
    expect(add('2026-03-29T00:00:00Z', 181, nights)).toBe('2026-03-29T23:01:00.000Z');
    expect(add('2026-10-24T23:00:00Z', 300, nights)).toBe('2026-10-25T04:00:00.000Z');
  });

  it('never ends when the team never works', () => {
    expect(add('2026-11-20T09:00:00Z', 1, hoursOf({ week: [[], [], [], [], [], [], []] }))).toBeNull();
  });

  it('subtracts what it adds, and never goes backwards', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 1_200 }), fc.integer({ min: 60, max: 600 }))
      .map(([from, length]) => ({ from, to: Math.min(1_440, from + length) }));
    const week = fc.array(fc.array(span, { maxLength: 1 }), { minLength: 7, maxLength: 7 });
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Asia/Kathmandu',
      'America/New_York',
      'UTC',
    );
    const start = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(week, zone, start, fc.integer({ min: 1, max: 3_000 }), (week, timeZone, at, minutes) => {
        const hours = hoursOf({ week, timeZone });
        const due = addBusinessTime(at, minutes, hours);
        if (due === null) return week.every((day) => day.length === 0);
        const back = subtractBusinessTime(due, minutes, hours);
        // Between the two there is no open time: the start may be outside of the hours.
        const again = back && addBusinessTime(back, minutes, hours);
        const longer = addBusinessTime(at, minutes + 1, hours);
        return (
          again?.getTime() === due.getTime() &&
          due >= at &&
          (back?.getTime() ?? 0) >= at.getTime() &&
          longer !== null &&
          longer > due
        );
      }),
      { numRuns: 150 },
    );
  });
});

it('the first answer and later ones have targets of their own', () => {
  const rules = { hours: null, firstResponseMinutes: 30, nextResponseMinutes: null };
  const waitingSince = '2026-11-20T09:00:00.000Z';
  expect(responseDueAt({ waitingSince, firstResponseAt: null }, rules)?.toISOString()).toBe(
    '2026-11-20T09:30:00.000Z',
  );
  expect(responseDueAt({ waitingSince, firstResponseAt: waitingSince }, rules)).toBeNull();
  expect(responseDueAt({ waitingSince: null, firstResponseAt: null }, rules)).toBeNull();
});

it('knows which time zones there are', () => {
  expect(['Europe/Berlin', 'UTC', 'Europe/Atlantis', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
