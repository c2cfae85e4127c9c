import { expect, it } from 'vitest';
import { hoursBefore, hoursOf, partOfFinalDay, periodOf } from './period.ts';

const compared = (now: string, query: Parameters<typeof periodOf>[0], timeZone = 'UTC', shift = 0) => {
  const period = periodOf(query, timeZone, new Date(now));
  const { from, to } = hoursOf(period, shift);
  return { hours: to - from, before: hoursBefore(period, shift), period };
};

it('compares the hour that is under way with the same part of the hour before', () => {
  const { hours, before } = compared('2026-03-04T14:15:00Z', { days: 1 });
  expect(hours).toBe(15);
  expect(before.to - before.from).toBe(15);
  expect(before.lastShare).toBe(0.25);
});

it('does so where hours begin at half past, too', () => {
  // 19:45 in India, where the hour of the workspace began at 19:00.
  const { before } = compared('2026-03-04T14:15:00Z', { days: 7 }, 'Asia/Kolkata', 30);
  expect(before.lastShare).toBe(0.75);
});

it('compares whole hours once the period is over', () => {
  const { before } = compared('2026-03-04T14:15:00Z', { from: '2026-03-01', to: '2026-03-02' });
  expect(before).toMatchObject({ lastShare: 1 });
  expect(before.to - before.from).toBe(48);
});

it('compares nothing with nothing in the first moment of a day', () => {
  const { hours, before } = compared('2026-03-04T00:00:00Z', { days: 1 });
  expect([hours, before.to - before.from]).toEqual([0, 0]);
});

it('knows which part of the day in UTC is over', () => {
  const partAt = (now: string, to: string) => partOfFinalDay({ to }, new Date(now));
  expect(partAt('2026-03-04T06:00:00Z', '2026-03-04')).toBe(0.25);
  expect(partAt('2026-03-05T06:00:00Z', '2026-03-04')).toBe(1);
  expect(partAt('2026-03-03T20:00:00Z', '2026-03-04')).toBe(0);
});
