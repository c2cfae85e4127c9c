const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The words of the screens are English; the way of writing dates is the reader's where it is English too. */
const LOCALE =
  typeof navigator !== 'undefined' && navigator.language.startsWith('en') ? navigator.language : 'en-GB';

const clock = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short' });
const dayAndMonth = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const date = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const longDay = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' });
const longDayAndYear = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' });
const full = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

const instant = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The hour and minute of a time: `14:03`. */
export function formatClock(time: string): string {
  return clock.format(new Date(time));
}

/** The day of the week of a time, short: `Mon`. */
export function formatWeekday(time: string): string {
  return weekday.format(new Date(time));
}

/** Date and time in full, for tooltips. */
export function formatFull(time: string): string {
  return full.format(new Date(time));
}

/** A date without its time: `3 Sept 2026`. */
export function formatDate(time: string): string {
  return date.format(new Date(time));
}

/** How long ago, short enough for a list row: `now`, `4m`, `2h`, `Yesterday`, `Mon`, `3 Sept`. */
export function formatAgo(time: string, now: number): string {
  const then = new Date(time);
  const age = now - then.getTime();
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  const days = calendarDays(then, new Date(now));
  if (days === 0) return `${Math.floor(age / HOUR)}h`;
  if (days === 1) return 'Yesterday';
  if (days < 7) return weekday.format(then);
  return then.getFullYear() === new Date(now).getFullYear() ? dayAndMonth.format(then) : date.format(then);
}

/** How long ago, in words: `just now`, `4 min ago`, `2 h ago`, `3 days ago`, `3 Sept 2026`. */
export function formatAgoInWords(time: string, now: number): string {
  const age = now - new Date(time).getTime();
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < 2 * DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < 30 * DAY) return `${Math.floor(age / DAY)} days ago`;
  return formatDate(time);
}

/** The heading of a day in a thread: `Today`, `Yesterday`, `Monday 3 August`. */
export function formatDay(time: string, now: number): string {
  const then = new Date(time);
  const days = calendarDays(then, new Date(now));
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return then.getFullYear() === new Date(now).getFullYear()
    ? longDay.format(then)
    : longDayAndYear.format(then);
}

/** What is left of a span, to the minute: `2 h 10`, `45 min`, `under a minute`. */
export function formatSpan(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** When something that is ahead happens: `now`, `in under a minute`, `in 2 h 10`. */
export function formatUntil(time: string, now: number): string {
  const ahead = new Date(time).getTime() - now;
  return ahead <= 0 ? 'now' : `in ${formatSpan(ahead)}`;
}

/** When something was, as short as it is clear: `16:43` of today, else `3 Mar, 16:43`. */
export function formatMoment(time: string, now: number): string {
  const then = new Date(time);
  const hour = clock.format(then);
  return calendarDays(then, new Date(now)) === 0 ? hour : `${dayAndMonth.format(then)}, ${hour}`;
}

/** How long something took: `84 ms`, `1.2 s`, `30 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return `${ms < 10_000 ? (ms / 1_000).toFixed(1) : Math.round(ms / 1_000)} s`;
}

/** A time to the second, for logs: `4 Mar, 16:43:59`. */
export function formatInstant(time: string): string {
  return instant.format(new Date(time));
}

/** A count with separators; a capped one says that there are more: `1,000+`. */
export function formatCount(count: number, isCapped = false): string {
  return `${count.toLocaleString('en')}${isCapped ? '+' : ''}`;
}

/** Whether two times fall on the same day where the reader is. */
export function isSameDay(left: string, right: string): boolean {
  return calendarDays(new Date(left), new Date(right)) === 0;
}

function calendarDays(from: Date, to: Date): number {
  const start = new Date(from.getFullYear(), from.getMonth(), from.getDate());
  const end = new Date(to.getFullYear(), to.getMonth(), to.getDate());
  // Rounded, because a day that changes to summer time has 23 hours.
  return Math.round((end.getTime() - start.getTime()) / DAY);
}
