/**
 * Local times of time zones. A local time is a number of milliseconds as if it were UTC: `new Date(local)` shows it
 * with the UTC getters.
 */

/** Returns the local time of an instant. */
export function localTimeOf(instant: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(instant);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = FIELDS.map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  );
  const milliseconds = ((instant % 1_000) + 1_000) % 1_000;
  return Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds;
}

/** Returns the day of an instant in a time zone, as `2026-11-27`. */
export function localDayOf(instant: Date, timeZone: string): string {
  return new Date(localTimeOf(instant.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** Returns the instant of a local time. One that the clocks skip counts as the time after the gap. */
export function instantOf(local: number, timeZone: string): number {
  // Twice, for the days on which the offset changes.
  const first = local - offsetAt(local, timeZone);
  const second = local - offsetAt(first, timeZone);
  return localTimeOf(second, timeZone) === local ? second : Math.max(first, second);
}

/** Returns whether this computer knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns by how many milliseconds the local time is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  return localTimeOf(instant, timeZone) - instant;
}

const FIELDS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes a hundred times as long as using it. There are some hundred time zones. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formatters.set(timeZone, made);
  return made;
}
