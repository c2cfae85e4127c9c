import { DAY_MS } from '../../../../shared/domain/time/durations.ts';

/** Where the words of a time stand in the day, in both languages. Weekdays count from Sunday. */
const WEEKDAYS: readonly (readonly string[])[] = [
  ['sunday', 'sun', 'domingo', 'dom'],
  ['monday', 'mon', 'segunda', 'seg'],
  ['tuesday', 'tue', 'tues', 'terca', 'ter'],
  ['wednesday', 'wed', 'quarta', 'qua'],
  ['thursday', 'thu', 'thur', 'thurs', 'quinta', 'qui'],
  ['friday', 'fri', 'sexta', 'sex'],
  ['saturday', 'sat', 'sabado', 'sab'],
];
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'janeiro'],
  ['february', 'feb', 'fevereiro', 'fev'],
  ['march', 'mar', 'marco'],
  ['april', 'apr', 'abril', 'abr'],
  ['may', 'maio', 'mai'],
  ['june', 'jun', 'junho'],
  ['july', 'jul', 'julho'],
  ['august', 'aug', 'agosto', 'ago'],
  ['september', 'sep', 'sept', 'setembro', 'set'],
  ['october', 'oct', 'outubro', 'out'],
  ['november', 'nov', 'novembro'],
  ['december', 'dec', 'dezembro', 'dez'],
];
const MORNING = 9;
const PARTS: Readonly<Record<string, number>> = {
  ...{ morning: MORNING, noon: 12, midday: 12, afternoon: 14, evening: 18, night: 20, tonight: 20 },
  ...{ manha: MORNING, 'meio-dia': 12, tarde: 14, noite: 20 },
};
const UNITS = [
  [/^(?:m|min|mins|minutes?|minutos?)$/, 60_000],
  [/^(?:h|hr|hrs|hours?|horas?)$/, 3_600_000],
  [/^(?:d|days?|dias?)$/, DAY_MS],
  [/^(?:w|weeks?|semanas?)$/, 7 * DAY_MS],
] as const;
/** Words that change nothing, such as those before a time. */
const FILLERS = new Set([
  'at',
  'on',
  'the',
  'de',
  'da',
  'do',
  'a',
  'as',
  'o',
  'na',
  'no',
  'this',
  'e',
  'feira',
]);
const TEXT_MAX = 60;

interface Parsed {
  /** The day, at midnight. */
  day: Date | null;
  /** Minutes after midnight. */
  minutes: number | null;
  isWeekday: boolean;
}

/**
 * Returns the time that a text means, in English or Portuguese, in the person's time zone: `tomorrow 9am`, `in 2
 * hours`, `tue 9:30`, `24 dec`, `amanhã às 9h`, `daqui a 3 dias`. A day without a time is its morning; a time without
 * a day is the next one. Null when not every word is understood.
 */
export function timeMeantBy(text: string, now: Date): Date | null {
  const words = wordsOf(text);
  if (words.length === 0) return null;
  return durationFrom(words, now) ?? dayAndTime(words, now);
}

function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, TEXT_MAX)
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[,.](?=\s|$)/g, ' ')
      // `9 am`, `2h` and `14 h 30` are read as one word or two, as they are said.
      .replace(/(\d)\s*(am|pm)\b/g, '$1$2')
      .replace(/(\d)\s*h\s*(\d\d)\b/g, '$1h$2')
      .split(/\s+/)
      .filter((word) => word !== '')
  );
}

/** `in 2 hours`, `2h`, `half an hour`, `daqui a 3 dias`, `meia hora`. */
function durationFrom(words: readonly string[], now: Date): Date | null {
  const text = words.join(' ').replace(/^(?:in|em|daqui a|dentro de) /, '');
  const isSaid = text !== words.join(' ');
  if (/^(?:half an hour|meia hora)$/.test(text)) return new Date(now.getTime() + 30 * 60_000);
  const [, count = '', unit = ''] = /^(\d{1,4}|an?|one|uma?) ?([a-z]+)$/.exec(text) ?? [];
  const found = UNITS.find(([pattern]) => pattern.test(unit));
  // `9h` is a time of the day in Portuguese; `in 9h` and `9 hours` are not.
  if (!found || (!isSaid && unit === 'h')) return null;
  const number = /^\d/.test(count) ? Number(count) : 1;
  const [, ms] = found;
  if (ms < DAY_MS) return number === 0 ? null : new Date(now.getTime() + number * ms);
  // Days keep the clock's time, also over a change to summer time.
  const later = new Date(now);
  later.setDate(later.getDate() + (number * ms) / DAY_MS);
  return number === 0 ? null : later;
}

function dayAndTime(words: readonly string[], now: Date): Date | null {
  const parsed: Parsed = { day: null, minutes: null, isWeekday: false };
  let rest = words.filter((word) => !FILLERS.has(word));
  while (rest.length > 0) {
    const used = takeDay(rest, now, parsed) || takeTime(rest, parsed);
    if (used === 0) return null;
    rest = rest.slice(used);
  }
  if (parsed.day === null && parsed.minutes === null) return null;
  const { day = null, minutes, isWeekday } = parsed;
  const at = new Date(day ?? startOf(now));
  at.setHours(0, minutes ?? MORNING * 60);
  // A time that is over today is meant for the next day, and a weekday for the next week.
  if (at <= now && day === null) at.setDate(at.getDate() + 1);
  if (at <= now && isWeekday) at.setDate(at.getDate() + 7);
  return at;
}

/** Reads a day from the first words; returns how many they were. */
function takeDay(words: readonly string[], now: Date, parsed: Parsed): number {
  if (parsed.day !== null) return 0;
  const [first = '', second = '', third = ''] = words;
  const set = (day: Date, used: number, isWeekday = false): number => {
    parsed.day = day;
    parsed.isWeekday = isWeekday;
    return used;
  };
  const ahead = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const toWeekday = (index: number) => (index - now.getDay() + 7) % 7;
  const phrase = [first, second, third].join(' ').trim();
  if (phrase === 'day after tomorrow') return set(ahead(2), 3);
  if (phrase.startsWith('depois amanha')) return set(ahead(2), 2);
  if (first === 'today' || first === 'hoje') return set(ahead(0), 1);
  if (first === 'tonight') {
    parsed.minutes = (PARTS[first] ?? 0) * 60;
    return set(ahead(0), 1);
  }
  if (first === 'tomorrow' || first === 'tmr' || first === 'amanha') return set(ahead(1), 1);
  if (/^(?:next week|proxima semana|semana que vem)/.test(phrase))
    return set(ahead(toWeekday(1) || 7), first === 'semana' ? 3 : 2);
  const isNext = first === 'next' || first === 'proximo' || first === 'proxima';
  const named = (isNext ? second : first).replace(/-feira$/, '');
  const weekday = WEEKDAYS.findIndex((names) => names.includes(named));
  if (weekday >= 0)
    return set(ahead(isNext ? toWeekday(weekday) || 7 : toWeekday(weekday)), isNext ? 2 : 1, true);
  return takeDate(words, now, set);
}

/** `24 dec`, `dec 24`, `24 de dezembro`, `2026-12-24`: the next such day. */
function takeDate(words: readonly string[], now: Date, set: (day: Date, used: number) => number): number {
  const [first = '', second = ''] = words;
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(first) ?? [];
  if (year !== undefined) return set(new Date(Number(year), Number(month) - 1, Number(date)), 1);
  const monthOf = (word: string) => MONTHS.findIndex((names) => names.includes(word));
  const isDate = (word: string) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word) && Number.parseInt(word, 10) <= 31;
  const [named, numbered] = isDate(first) ? [second, first] : [first, second];
  const index = monthOf(named);
  if (index < 0 || !isDate(numbered)) return 0;
  const day = (inYear: number) => new Date(inYear, index, Number.parseInt(numbered, 10));
  const thisYear = day(now.getFullYear());
  return set(thisYear < startOf(now) ? day(now.getFullYear() + 1) : thisYear, 2);
}

/** Reads a time from the first word; returns 1, or 0 when it is none. */
function takeTime(words: readonly string[], parsed: Parsed): number {
  if (parsed.minutes !== null) return 0;
  const [first = ''] = words;
  if (Object.hasOwn(PARTS, first)) {
    parsed.minutes = (PARTS[first] ?? 0) * 60;
    return 1;
  }
  const [whole, hour = '', minute = '0', half] = /^(\d{1,2})(?:[:h](\d\d))?h?(am|pm)?$/.exec(first) ?? [];
  if (whole === undefined) return 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || (half !== undefined && Number(hour) > 12)) return 0;
  parsed.minutes = hours * 60 + Number(minute);
  return 1;
}

function startOf(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
}
