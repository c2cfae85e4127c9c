import { UNREAD_COUNTED_MAX } from '../../../shared/domain/inbox-views.ts';
import { currentLanguage, t } from '../i18n.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STYLES = {
  clock: { hour: 'numeric', minute: '2-digit' },
  clockSeconds: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  weekday: { weekday: 'short' },
  dayAndMonth: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long' },
  longDayAndYear: { day: 'numeric', month: 'long', year: 'numeric' },
  full: { dateStyle: 'medium', timeStyle: 'short' },
  fullInstant: { dateStyle: 'medium', timeStyle: 'medium' },
  instant: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  dayAndClock: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Formats a time in a style of the current language. */
function formatStyle(style: keyof typeof STYLES, time: string | Date): string {
  const locale = dateLocale();
  const key = `${locale} ${style}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, STYLES[style]);
  dateFormats.set(key, format);
  return format.format(new Date(time));
}

/** Returns the reader's regional variant of the language, such as `en-AU`, because dates differ by region. */
export function dateLocale(): string {
  const language = currentLanguage();
  const own = typeof navigator === 'undefined' ? '' : navigator.language;
  const [primary] = language.split('-', 1);
  if (own.split('-', 1)[0] === primary) return own;
  return language === 'en' ? 'en-GB' : language;
}

/** Formats a number in the current language, with `digits` decimal places. */
function formatDecimal(value: number, digits = 0): string {
  const key = `${currentLanguage()} ${digits}`;
  const format =
    numberFormats.get(key) ??
    new Intl.NumberFormat(currentLanguage(), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  numberFormats.set(key, format);
  return format.format(value);
}

/** Formats the hour and minute of a time: `14:03`. */
export function formatClock(time: string): string {
  return formatStyle('clock', time);
}

/** Formats a time of today to the second, for what is about to happen: `16:43:59`. */
export function formatClockSeconds(time: string): string {
  return formatStyle('clockSeconds', time);
}

/** Formats the short weekday of a time: `Mon`. */
export function formatWeekday(time: string): string {
  return formatStyle('weekday', time);
}

/** Formats the full date and time, for tooltips. */
export function formatFull(time: string): string {
  return formatStyle('full', time);
}

/** Formats the full date and time to the second. */
export function formatFullInstant(time: string): string {
  return formatStyle('fullInstant', time);
}

/** Formats a weekday, date and time in a time zone: `Wed, 4 Mar, 09:00`. */
export function formatInZone(time: Date, timeZone: string): string {
  const style = { weekday: 'short', ...STYLES.dayAndClock } as const;
  return new Intl.DateTimeFormat(dateLocale(), { ...style, timeZone }).format(time);
}

/** Formats a date without the time: `3 Sept 2026`. */
export function formatDate(time: string): string {
  return formatStyle('date', time);
}

/** Formats the age of a time, short enough for a list: `now`, `4 min`, `2 h`, `Yesterday`, `Mon`, `3 Sept`. */
export function formatAgo(time: string, now: number): string {
  const then = new Date(time);
  const age = now - then.getTime();
  if (age < MINUTE) return t('time.now');
  if (age < HOUR) return t('time.minutesShort', { minutes: Math.floor(age / MINUTE) });
  const days = calendarDays(then, new Date(now));
  if (days === 0) return t('time.hoursShort', { hours: Math.floor(age / HOUR) });
  if (days === 1) return t('time.yesterday');
  if (days < 7) return formatStyle('weekday', then);
  return formatStyle(isSameYear(then, now) ? 'dayAndMonth' : 'date', then);
}

/** Formats the age of a time in words: `just now`, `4 min ago`, `2 h ago`, `3 days ago`, `3 Sept 2026`. */
export function formatAgoInWords(time: string, now: number): string {
  const age = now - new Date(time).getTime();
  if (age < MINUTE) return t('time.justNow');
  if (age < HOUR) return t('time.minutesAgo', { minutes: Math.floor(age / MINUTE) });
  if (age < 2 * DAY) return t('time.hoursAgo', { hours: Math.floor(age / HOUR) });
  if (age < 30 * DAY) return t('time.daysAgo', { count: Math.floor(age / DAY) });
  return formatDate(time);
}

/** Formats the heading of a day in a thread: `Today`, `Yesterday`, `Monday 3 August`. */
export function formatDay(time: string, now: number): string {
  const then = new Date(time);
  const days = calendarDays(then, new Date(now));
  if (days === 0) return t('time.today');
  if (days === 1) return t('time.yesterday');
  return formatStyle(isSameYear(then, now) ? 'longDay' : 'longDayAndYear', then);
}

/** Formats the time left, to the minute: `2 h 10 min`, `45 min`, `under 1 min`. */
export function formatSpan(ms: number): string {
  const { hours, minutes } = partsOf(ms);
  if (hours === 0 && minutes === 0) return t('time.span.underMinute');
  if (hours === 0) return t('time.span.minutes', { minutes });
  return t('time.span.hours', { hours, minutes });
}

/** Formats the time until a future time: `now`, `in under 1 min`, `in 2 h 10 min`. */
export function formatUntil(time: string, now: number): string {
  const ahead = new Date(time).getTime() - now;
  const { hours, minutes } = partsOf(ahead);
  if (ahead <= 0) return t('time.now');
  if (hours === 0 && minutes === 0) return t('time.until.underMinute');
  if (hours === 0) return t('time.until.minutes', { minutes });
  return t('time.until.hours', { hours, minutes });
}

/** Formats a past time: `16:43` for today, otherwise `3 Mar, 16:43`. */
export function formatMoment(time: string, now: number): string {
  const then = new Date(time);
  return formatStyle(calendarDays(then, new Date(now)) === 0 ? 'clock' : 'dayAndClock', then);
}

/** Formats a duration: `84 ms`, `1.2 s`, `30 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return t('time.milliseconds', { value: formatDecimal(ms) });
  return t('time.seconds', { value: formatDecimal(ms / 1_000, ms < 10_000 ? 1 : 0) });
}

/** Formats a time to the second, for logs: `4 Mar, 16:43:59`. */
export function formatInstant(time: string): string {
  return formatStyle('instant', time);
}

/** Formats a count with separators. A capped count ends with a plus: `1,000+`. */
export function formatCount(count: number, isCapped = false): string {
  const digits = formatDecimal(count);
  return isCapped ? t('atLeast', { number: digits }) : digits;
}

/** Formats a part of a whole, from 0 to 1: `45%`. */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(share);
}

/** Formats the number of unread conversations, which the server counts up to a limit: `999+`. */
export function formatUnread(count: number): string {
  return count >= UNREAD_COUNTED_MAX ? formatCount(UNREAD_COUNTED_MAX - 1, true) : formatCount(count);
}

/** Formats a count for a small badge, with two digits at most: `99+`. */
export function formatBadge(count: number): string {
  return count > 99 ? formatCount(99, true) : formatCount(count);
}

/** Returns whether two times are on the same day in the reader's time zone. */
export function isSameDay(left: string, right: string): boolean {
  return calendarDays(new Date(left), new Date(right)) === 0;
}

function isSameYear(then: Date, now: number): boolean {
  return then.getFullYear() === new Date(now).getFullYear();
}

function partsOf(ms: number): { hours: number; minutes: number } {
  const minutes = Math.floor(ms / MINUTE);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

function calendarDays(from: Date, to: Date): number {
  const start = new Date(from.getFullYear(), from.getMonth(), from.getDate());
  const end = new Date(to.getFullYear(), to.getMonth(), to.getDate());
  // Rounded, because the day on which summer time starts has 23 hours.
  return Math.round((end.getTime() - start.getTime()) / DAY);
}

/** Formats an amount of money; a small one, such as the price of a message, with more decimal places. */
export function formatMoney(amount: number, currency: string): string {
  const isSmall = amount > 0 && amount < 1;
  return new Intl.NumberFormat(currentLanguage(), {
    ...{ style: 'currency', currency },
    ...(isSmall && { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
  }).format(amount);
}
