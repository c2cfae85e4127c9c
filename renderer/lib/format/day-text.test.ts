import { expect, it } from 'vitest';
import { dayText, firstWeekday, hasHalfDays, parseDay } from './day-text.ts';

it('shows a day so that it can be typed back', () => {
  expect(dayText('2026-12-05', 'en-US')).toBe('Dec 5, 2026');
  expect(dayText('2026-12-05', 'en-GB')).toBe('5 Dec 2026');
  expect(dayText('2026-12-05', 'pt-BR')).toBe('05/12/2026');
  expect(dayText('', 'en-US')).toBe('');
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-CA', 'pt-BR', 'pt-PT'])
    for (const day of ['2026-01-31', '2028-02-29', '2026-05-01', '2026-09-09', '2026-12-25'])
      expect(parseDay(dayText(day, locale), locale), `${day} in ${locale}`).toBe(day);
});

it.each([
  ['2026-12-05', 'en-US', '2026-12-05'],
  ['12/5/2026', 'en-US', '2026-12-05'],
  ['12/5/26', 'en-US', '2026-12-05'],
  ['5.12.2026', 'en-GB', '2026-12-05'],
  ['5/12/2026', 'pt-BR', '2026-12-05'],
  ['5 december 2026', 'en-US', '2026-12-05'],
  ['5 de dezembro de 2026', 'pt-BR', '2026-12-05'],
  ['31/02/2026', 'pt-BR', null],
  ['02/29/2027', 'en-US', null],
  ['13/40/2026', 'en-US', null],
  ['0026-01-01', 'en-US', null],
  ['1/2/20261', 'en-US', null],
  ['12/5', 'en-US', null],
  ['Dec 5', 'en-US', null],
  ['soon', 'en-US', null],
  ['', 'en-US', null],
])('reads “%s” in %s', (text, locale, day) => {
  expect(parseDay(text, locale)).toBe(day);
});

it('knows the clock and the week of a region', () => {
  expect([hasHalfDays('en-US'), hasHalfDays('en-GB'), hasHalfDays('pt-BR')]).toEqual([true, false, false]);
  expect([firstWeekday('en-US'), firstWeekday('en-GB'), firstWeekday('pt-BR')]).toEqual([0, 1, 0]);
});
