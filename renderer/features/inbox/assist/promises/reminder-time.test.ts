import { expect, it } from 'vitest';
import { reminderTime } from './reminder-time.ts';

const NOW = { date: '2026-11-24', time: '15:20' };

it.each([
  [null, '2026-11-25 10:00'],
  [{ date: '2026-11-27', time: null }, '2026-11-27 10:00'],
  [{ date: '2026-11-27', time: '14:30' }, '2026-11-27 14:30'],
  [{ date: '2026-11-24', time: '16:00' }, '2026-11-24 16:00'],
  [{ date: '2026-11-24', time: '09:00' }, '2026-11-25 10:00'],
  [{ date: '2026-11-24', time: null }, '2026-11-24 17:00'],
])('a promise due %j is remembered at %s', (due, expected) => {
  const { date, time } = reminderTime({ due }, NOW);
  expect(`${date} ${time}`).toBe(expected);
});

it('late in the day, today is tomorrow morning', () => {
  const late = { date: '2026-11-24', time: '18:00' };
  expect(reminderTime({ due: { date: '2026-11-24', time: null } }, late)).toEqual({
    date: '2026-11-25',
    time: '10:00',
  });
});
