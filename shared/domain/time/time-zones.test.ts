import { expect, it } from 'vitest';
import { instantOf, localDayOf, localTimeOf } from './time-zones.ts';

const at = (local: string) => Date.parse(`${local}Z`);

it.each([
  ['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:30:00.000Z', '2026-03-08T03:30:00'],
  ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z', '2026-03-29T03:30:00'],
  ['Australia/Sydney', '2026-10-04T02:30:00', '2026-10-03T16:30:00.000Z', '2026-10-04T03:30:00'],
])('in %s, a time that the clocks skip is the time after the gap', (zone, local, instant, shown) => {
  const found = instantOf(at(local), zone);
  expect(new Date(found).toISOString()).toBe(instant);
  expect(localTimeOf(found, zone)).toBe(at(shown));
});

it.each(['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Sao_Paulo'])(
  'every other hour of a year in %s is found from its local time',
  (zone) => {
    const start = Date.UTC(2026, 0, 1, 12);
    for (let hour = 0; hour < 365 * 24; hour += 7) {
      const instant = start + hour * 3_600_000;
      const local = localTimeOf(instant, zone);
      expect(localTimeOf(instantOf(local, zone), zone)).toBe(local);
    }
  },
);

it('late in the evening in São Paulo it is not tomorrow yet', () => {
  const instant = new Date('2026-11-25T01:00:00.000Z');
  expect(localDayOf(instant, 'America/Sao_Paulo')).toBe('2026-11-24');
  expect(localDayOf(instant, 'UTC')).toBe('2026-11-25');
  expect(localDayOf(instant, 'Asia/Kathmandu')).toBe('2026-11-25');
});
