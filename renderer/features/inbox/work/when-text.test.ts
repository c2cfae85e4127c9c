import { expect, it } from 'vitest';
import { timeMeantBy } from './when-text.ts';

/** A Tuesday, at 10:20. */
const NOW = new Date(2026, 10, 24, 10, 20);

function read(text: string): string | null {
  const at = timeMeantBy(text, NOW);
  if (at === null) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getMonth() + 1}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

it.each([
  ['in 2 hours', '11-24 12:20'],
  ['In 2h', '11-24 12:20'],
  ['45 min', '11-24 11:05'],
  ['half an hour', '11-24 10:50'],
  ['in a week', '12-01 10:20'],
  ['3 days', '11-27 10:20'],
  ['tomorrow', '11-25 09:00'],
  ['tomorrow 9am', '11-25 09:00'],
  ['tomorrow at 9:30 pm', '11-25 21:30'],
  ['tomorrow afternoon', '11-25 14:00'],
  ['tonight', '11-24 20:00'],
  ['today 5pm', '11-24 17:00'],
  ['5pm', '11-24 17:00'],
  ['9am', '11-25 09:00'],
  ['12am', '11-25 00:00'],
  ['tue 9', '12-01 09:00'],
  ['tue 11', '11-24 11:00'],
  ['next tuesday', '12-01 09:00'],
  ['friday morning', '11-27 09:00'],
  ['next week', '11-30 09:00'],
  ['day after tomorrow', '11-26 09:00'],
  ['24 dec 18:00', '12-24 18:00'],
  ['dec 24th', '12-24 09:00'],
  ['2026-12-24 8:15', '12-24 08:15'],
])('%s', (text, expected) => expect(read(text)).toBe(expected));

it.each([
  ['em 2 horas', '11-24 12:20'],
  ['daqui a 3 dias', '11-27 10:20'],
  ['meia hora', '11-24 10:50'],
  ['amanhã', '11-25 09:00'],
  ['amanhã às 9h', '11-25 09:00'],
  ['amanhã 14h30', '11-25 14:30'],
  ['amanhã de manhã', '11-25 09:00'],
  ['hoje à noite', '11-24 20:00'],
  ['9h', '11-25 09:00'],
  ['terça-feira 8h', '12-01 08:00'],
  ['segunda', '11-30 09:00'],
  ['próxima sexta', '11-27 09:00'],
  ['semana que vem', '11-30 09:00'],
  ['depois de amanhã', '11-26 09:00'],
  ['24 de dezembro', '12-24 09:00'],
])('%s', (text, expected) => expect(read(text)).toBe(expected));

it.each(['', 'soon', 'tomorrow maybe', '25:00', 'in 0 hours', '13pm', '40 dec', 'tomorrow today'])(
  'nothing is read from “%s”',
  (text) => expect(read(text)).toBeNull(),
);

it('a date that is over this year is in the next', () => {
  expect(timeMeantBy('3 jan', NOW)?.getFullYear()).toBe(2027);
});
