/** Lists the first weekday of a region; newer than the types of the language. */
type WithWeek = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
};

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1));

/** Returns a day such as `2026-12-25` as a date field shows it: `Dec 25, 2026`, `25/12/2026`. */
export function dayText(day: string, locale: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? '' : dayFormat(locale).format(time);
}

/**
 * Returns the day that a person typed, as `2026-12-25`: with the month as a number in the order of the locale, with
 * its name, or in ISO 8601. Two digits are a year of this century. Null for anything else, and for a day that does
 * not exist.
 */
export function parseDay(text: string, locale: string): string | null {
  const numbers = text.match(/\d+/g) ?? [];
  const named = monthNamed(text, locale);
  const [a = '', b = '', c = ''] = numbers;
  if (named !== null) {
    if (numbers.length !== 2) return null;
    return a.length === 4 ? dayOf(a, named, b) : dayOf(b, named, a);
  }
  if (numbers.length !== 3) return null;
  if (a.length === 4) return dayOf(a, Number(b), c);
  return isMonthFirst(locale) ? dayOf(c, Number(a), b) : dayOf(c, Number(b), a);
}

/** Returns whether a region writes times with a half-day: `2:30 PM`. */
export function hasHalfDays(locale: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ?? false;
}

/** Returns the first day of a region's week: 0 is Sunday, 1 is Monday, 6 is Saturday. */
export function firstWeekday(locale: string): 0 | 1 | 6 {
  const region = new Intl.Locale(locale) as WithWeek;
  const first = (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? 1;
  return first === 7 ? 0 : first === 6 ? 6 : 1;
}

/** English has the name of the month, because `03/04/2026` is a different day in London and in New York. */
function dayFormat(locale: string): Intl.DateTimeFormat {
  const isEnglish = locale.startsWith('en');
  return new Intl.DateTimeFormat(locale, {
    day: isEnglish ? 'numeric' : '2-digit',
    month: isEnglish ? 'short' : '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).formatToParts(0);
  const at = (type: string) => parts.findIndex((part) => part.type === type);
  return at('month') < at('day');
}

/** Returns the number of the month whose name begins like a word of the text; null when there is none. */
function monthNamed(text: string, locale: string): number | null {
  const names = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  for (const [word] of text.toLocaleLowerCase(locale).matchAll(/\p{L}{3,}/gu)) {
    const at = MONTHS.findIndex((month) => names.format(month).toLocaleLowerCase(locale).startsWith(word));
    if (at >= 0) return at + 1;
  }
  return null;
}

function dayOf(year: string, month: number, day: string): string | null {
  if (year.length !== 4 && year.length !== 2) return null;
  const full = year.length === 2 ? 2_000 + Number(year) : Number(year);
  const time = new Date(Date.UTC(full, month - 1, Number(day)));
  // Years before 100 are another century, and the 31st of a short month is in the next one.
  if (time.getUTCFullYear() !== full || time.getUTCMonth() !== month - 1) return null;
  return time.toISOString().slice(0, 10);
}
