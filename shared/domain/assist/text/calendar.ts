import { DAY_MS } from '../../time/durations.ts';

/** A day on the calendar as YYYY-MM-DD, in the time zone of the person who reads. */
export type Day = string;

/** Month names without accents: English, Portuguese, Spanish, and what people shorten them to beside a day. */
const MONTH_NAMES: readonly (readonly string[])[] = [
  ['january', 'janeiro', 'enero', 'jan', 'ene'],
  ['february', 'fevereiro', 'febrero', 'feb', 'fev'],
  ['march', 'marco', 'marzo', 'mar'],
  ['april', 'abril', 'apr', 'abr'],
  ['may', 'maio', 'mayo', 'mai'],
  ['june', 'junho', 'junio', 'jun'],
  ['july', 'julho', 'julio', 'jul'],
  ['august', 'agosto', 'aug', 'ago'],
  ['september', 'setembro', 'septiembre', 'sept', 'sep', 'set'],
  ['october', 'outubro', 'octubre', 'oct', 'out'],
  ['november', 'novembro', 'noviembre', 'nov'],
  ['december', 'dezembro', 'diciembre', 'dec', 'dez', 'dic'],
];

/** Weekday names without accents, Sunday first. */
const WEEKDAY_NAMES: readonly (readonly string[])[] = [
  ['sunday', 'domingo'],
  ['monday', 'segunda-feira', 'segunda', 'lunes'],
  ['tuesday', 'terca-feira', 'terca', 'martes'],
  ['wednesday', 'quarta-feira', 'quarta', 'miercoles'],
  ['thursday', 'quinta-feira', 'quinta', 'jueves'],
  ['friday', 'sexta-feira', 'sexta', 'viernes'],
  ['saturday', 'sabado'],
];

const MONTHS = numbered(MONTH_NAMES, 1);
const WEEKDAYS = numbered(WEEKDAY_NAMES, 0);

/** Matches a month's name, also shortened. */
export const MONTH_PATTERN = alternatives(MONTHS.keys());
/** Matches a month's full name. */
export const FULL_MONTH_PATTERN = alternatives(
  [...MONTHS.keys()].filter((name) => name.length > 4 || name === 'june' || name === 'july'),
);
/** Matches a weekday's name, also in the plural. */
export const WEEKDAY_PATTERN = `(?:${alternatives(WEEKDAYS.keys())})s?`;

/** Returns the month from 1 to 12 that a name without accents means, else null. */
export function monthOf(name: string): number | null {
  return MONTHS.get(name) ?? null;
}

/** Returns the weekday that a name without accents means, Sunday being 0, else null. */
export function weekdayNamed(name: string): number | null {
  return WEEKDAYS.get(name) ?? WEEKDAYS.get(name.replace(/s$/, '')) ?? null;
}

/** Returns the day `count` days later. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the weekday of a day, Sunday being 0. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Returns the next day with this weekday, not today. */
export function nextWeekday(today: Day, weekday: number): Day {
  return addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
}

/** Returns YYYY-MM-DD, or --MM-DD without a year; null when there is no such day. */
export function dayFrom(day: number, month: number, year: number | null): string | null {
  const probe = new Date(Date.UTC(year ?? 2024, month - 1, day));
  if (month < 1 || month > 12 || probe.getUTCDate() !== day) return null;
  return `${year === null ? '-' : pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

/** Returns the number with leading zeros. */
export function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

function numbered(names: readonly (readonly string[])[], first: number): Map<string, number> {
  return new Map(
    names.flatMap((spellings, index) => spellings.map((name) => [name, index + first] as const)),
  );
}

function alternatives(names: Iterable<string>): string {
  return [...names].sort((one, other) => other.length - one.length).join('|');
}
