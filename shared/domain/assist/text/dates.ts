import {
  addDays,
  type Day,
  dayFrom,
  FULL_MONTH_PATTERN,
  MONTH_PATTERN,
  monthOf,
  pad,
  WEEKDAY_PATTERN,
  weekdayNamed,
} from './calendar.ts';
import type { Span } from './fold.ts';

/**
 * A date or a time in a text. Its readings are what it can mean: 2026-11-24, --11-24 (no year), day:24, month:11,
 * weekday:1 for a date, 14:30 for a time.
 */
export interface FoundTime extends Span {
  kind: 'date' | 'time';
  values: string[];
  /** Whether the text says all of the values, as a range does, and not one of them. */
  isRange: boolean;
}

type Read = (match: RegExpExecArray, today: Day) => string[];

const YEAR = '(?:\\s*(?:,|de|of|del)?\\s*(\\d{4}))?';
const RELATIVE: readonly (readonly [pattern: string, days: number])[] = [
  ['day after tomorrow|depois de amanha|pasado manana', 2],
  ['tomorrow|tmrw|2moro|amanha|(?<!(?:la|de|por la|esta) )manana(?! (?:por|de))', 1],
  ['yesterday|(?<!ante)ontem|ayer', -1],
  ['today|tonight|hoje|hj|hoy', 0],
];

const DATES: readonly (readonly [RegExp, Read])[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, (m) => kept(dayFrom(Number(m[3]), Number(m[2]), Number(m[1])))],
  [/\b(\d{1,2})[/](\d{1,2})(?:[/](\d{4}|\d{2}))?\b(?![/\d])/g, slashed],
  [/\b(\d{1,2})[.-](\d{1,2})[.-](\d{4})\b/g, slashed],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|o)?\\s+(?:de\\s+|of\\s+)?(${MONTH_PATTERN})\\b\\.?${YEAR}`, 'g'),
    (m) => named(m[1], m[2], m[3]),
  ],
  [
    new RegExp(
      `\\b(${MONTH_PATTERN})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?![:.,/]\\d|\\s*(?:am|pm|h\\b|%))${YEAR}`,
      'g',
    ),
    (m) => named(m[2], m[1], m[3]),
  ],
  [/\bdia (\d{1,2})\b(?![/:])/g, (m) => ordinal(m[1])],
  [/\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b/g, (m) => ordinal(m[1])],
  ...RELATIVE.map(
    ([pattern, days]) =>
      [
        new RegExp(`\\b(?:${pattern})\\b`, 'g'),
        (_: RegExpExecArray, today: Day) => [addDays(today, days)],
      ] as const,
  ),
  [
    new RegExp(
      `\\b(${WEEKDAY_PATTERN})\\s*(?:-|–|to|through|until|till|a|ate|al)\\s+(${WEEKDAY_PATTERN})\\b`,
      'g',
    ),
    weekdayRange,
  ],
  [
    /\b(?:monday|mon)\s*[-–]\s*(?:friday|fri)\b|\bseg\s*(?:-|–|a)\s*sex\b|\bweekdays\b|\bdias de semana\b/g,
    workingDays,
  ],
  [/\bweekends?\b|\bfi(?:m|ns) de semana\b|\bfin(?:es)? de semana\b/g, weekendDays],
  [
    new RegExp(`\\b(?<!\\b(?:uma|em) )(${WEEKDAY_PATTERN})\\b(?! (?:parte|via|parcela|vez|opcao))`, 'g'),
    oneWeekday,
  ],
  [new RegExp(`\\b(${FULL_MONTH_PATTERN})\\b${YEAR}`, 'g'), (m) => [`month:${monthOf(m[1] ?? '')}`]],
];

const TIMES: readonly (readonly [RegExp, Read])[] = [
  [
    /\b(?:das |from |between |entre (?:as )?|de )?(\d{1,2})(?::(\d{2}))?\s*(am|pm|h)?\s*(?:-|–|to|till|until|e as|e|and|as|a|ate as|a las)\s*(\d{1,2})(?::(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|hs|h|hrs|horas)(?![a-z0-9])/g,
    timeRange,
  ],
  [
    /\b(?:das|from|between|entre as)\s(\d{1,2})(?::(\d{2}))?()\s*(?:-|–|to|till|until|e as|and|as|ate as)\s*(\d{1,2})(?::(\d{2}))?()(?![.,:/]?\d|\s*(?:%|[a-z$€£]))/g,
    timeRange,
  ],
  [/\b(\d{1,2}):(\d{2})(?::\d{2})?\s*(am|pm|a\.m\.|p\.m\.)?(?![a-z])/g, (m) => clock(m[1], m[2], m[3])],
  [/\b(\d{1,2})\s*(am|pm|a\.m\.|p\.m\.)(?![a-z])/g, (m) => clock(m[1], '0', m[2])],
  [/\b(\d{1,2})h(\d{2})\b/g, (m) => clock(m[1], m[2], undefined)],
  [
    /(?<!\b(?:em|in|within|por|de ate|cerca de|apos|after|en|mais|every|cada) )\b(\d{1,2})\s?h(?:s|rs)?\b/g,
    hourMark,
  ],
  [
    /\b(?:at|as|a las|das|desde as|from)\s(\d{1,2})\b(?![.,:/]?\d|\s*(?:%|[a-z$]))/g,
    (m) => clock(m[1], '0', undefined),
  ],
  [/\b(?:noon|meio[- ]dia|mediodia)\b/g, () => ['12:00']],
  [/\b(?:midnight|meia[- ]noite|medianoche)\b/g, () => ['00:00']],
];

const RANGES: ReadonlySet<Read> = new Set([weekdayRange, workingDays, weekendDays, timeRange]);

/** Finds dates and times in a text without accents. `today` is what "tomorrow" counts from. */
export function findTimes(folded: string, today: Day): FoundTime[] {
  return [...readAll(folded, today, 'date', DATES), ...readAll(folded, today, 'time', TIMES)];
}

/** Returns whether two readings can mean the same day. A weekday is the same as a date of the next seven days. */
export function isSameDay(one: string, other: string, today: Day): boolean {
  if (one === other) return true;
  return fits(one, other, today) || fits(other, one, today);
}

function fits(vague: string, exact: string, today: Day): boolean {
  if (vague.startsWith('--')) return exact.length === 10 && exact.slice(4) === vague.slice(1);
  if (vague.startsWith('day:'))
    return Number(exact.slice(-2)) === Number(vague.slice(4)) && exact.includes('-');
  if (vague.startsWith('month:'))
    return exact.includes('-') && Number(exact.slice(-5, -3)) === Number(vague.slice(6));
  if (!vague.startsWith('weekday:') || exact.length !== 10) return false;
  const weekday = new Date(`${exact}T00:00:00Z`).getUTCDay();
  return weekday === Number(vague.slice(8)) && exact >= today && exact <= addDays(today, 7);
}

function readAll(
  folded: string,
  today: Day,
  kind: FoundTime['kind'],
  readers: readonly (readonly [RegExp, Read])[],
): FoundTime[] {
  const found: FoundTime[] = [];
  for (const [pattern, read] of readers)
    for (const match of folded.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      if (found.some((earlier) => start < earlier.end && earlier.start < end)) continue;
      const values = read(match, today);
      if (values.length > 0) found.push({ kind, start, end, values, isRange: RANGES.has(read) });
    }
  return found;
}

/** Reads 3/4 both ways, because an American writes the month first. */
function slashed(match: RegExpExecArray): string[] {
  const [first, second] = [Number(match[1]), Number(match[2])];
  const written = match[3];
  const year = written === undefined ? null : Number(written.length === 2 ? `20${written}` : written);
  return kept(dayFrom(first, second, year), first === second ? null : dayFrom(second, first, year));
}

function named(day: string | undefined, month: string | undefined, year: string | undefined): string[] {
  const number = monthOf(month ?? '');
  return number === null ? [] : kept(dayFrom(Number(day), number, year ? Number(year) : null));
}

function ordinal(day: string | undefined): string[] {
  const number = Number(day);
  return number >= 1 && number <= 31 ? [`day:${number}`] : [];
}

function oneWeekday(match: RegExpExecArray): string[] {
  const weekday = weekdayNamed(match[1] ?? '');
  return weekday === null ? [] : [`weekday:${weekday}`];
}

function weekdayRange(match: RegExpExecArray): string[] {
  const [first, last] = [weekdayNamed(match[1] ?? ''), weekdayNamed(match[2] ?? '')];
  return first === null || last === null ? [] : weekdays(first, last);
}

function weekdays(first: number, last: number): string[] {
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => `weekday:${(first + index) % 7}`);
}

function workingDays(): string[] {
  return weekdays(1, 5);
}

function weekendDays(): string[] {
  return weekdays(6, 0);
}

function timeRange(match: RegExpExecArray): string[] {
  const closing = match[6];
  const opening = match[3] ?? (closing?.startsWith('a') || closing?.startsWith('p') ? undefined : 'h');
  return [...clock(match[1], match[2] ?? '0', opening), ...clock(match[4], match[5] ?? '0', closing)];
}

/** Reads 9h as nine o'clock, and 24h or 48h as a length of time, which is no time of day. */
function hourMark(match: RegExpExecArray): string[] {
  return Number(match[1]) < 24 ? clock(match[1], '0', undefined) : [];
}

function clock(hours: string | undefined, minutes: string | undefined, half: string | undefined): string[] {
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (!(hour <= 24 && minute < 60)) return [];
  const isAfternoon = half?.startsWith('p');
  const isMorning = half?.startsWith('a');
  if (isAfternoon || isMorning) return [`${pad((hour % 12) + (isAfternoon ? 12 : 0))}:${pad(minute)}`];
  return [`${pad(hour % 24)}:${pad(minute)}`];
}

function kept(...values: (string | null)[]): string[] {
  return values.filter((value) => value !== null);
}
