import { DAY_MS } from './durations.ts';
import { instantOf, localTimeOf } from './time-zones.ts';

/** Business hours and response targets: when a team works, and until when it wants to have answered. */

/** A stretch of a day, in minutes from midnight; `to` may be 1440, the end of the day. */
export interface OpenHours {
  from: number;
  to: number;
}

export interface BusinessHours {
  /** An IANA name, such as `Europe/Berlin`. */
  timeZone: string;
  /** The hours of each weekday, from Sunday to Saturday, in order and without overlaps. */
  week: OpenHours[][];
  /** Days without hours, as `YYYY-MM-DD`. */
  closedDays: { date: string; name: string }[];
}

/** Minutes within which a team wants to answer; null for no target. */
export interface ResponseTargets {
  firstResponseMinutes: number | null;
  nextResponseMinutes: number | null;
}

export interface ResponseRules extends ResponseTargets {
  /** Null: always open. */
  hours: BusinessHours | null;
}

export const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;
/** Beyond this, hours that never open are taken as such. */
const DAYS_MAX = 400;

/** Returns whether a team works at an instant. Without hours it always does. */
export function isOpenAt(instant: Date, hours: BusinessHours | null): boolean {
  if (!hours) return true;
  const at = instant.getTime();
  return openSpans(localDay(at, hours.timeZone), hours).some(([opens, closes]) => opens <= at && at < closes);
}

/** Returns the time at which a number of open minutes has passed; null when the hours never open. */
export function addBusinessTime(start: Date, minutes: number, hours: BusinessHours | null): Date | null {
  if (!hours) return new Date(start.getTime() + minutes * MINUTE_MS);
  let left = minutes * MINUTE_MS;
  const today = localDay(start.getTime(), hours.timeZone);
  for (let day = 0; day <= DAYS_MAX; day += 1) {
    for (const [opens, closes] of openSpans(today + day * DAY_MS, hours)) {
      const from = Math.max(opens, start.getTime());
      if (closes <= from) continue;
      if (closes - from >= left) return new Date(from + left);
      left -= closes - from;
    }
  }
  return null;
}

/** Returns the time from which a number of open minutes has passed until `end`; null when there is none. */
export function subtractBusinessTime(end: Date, minutes: number, hours: BusinessHours | null): Date | null {
  if (!hours) return new Date(end.getTime() - minutes * MINUTE_MS);
  let left = minutes * MINUTE_MS;
  const today = localDay(end.getTime(), hours.timeZone);
  for (let day = 0; day <= DAYS_MAX; day += 1) {
    for (const [opens, closes] of openSpans(today - day * DAY_MS, hours).reverse()) {
      const to = Math.min(closes, end.getTime());
      if (to <= opens) continue;
      if (to - opens >= left) return new Date(to - left);
      left -= to - opens;
    }
  }
  return null;
}

/** Returns how many milliseconds of open time lie between two instants; those of at most 400 days. */
export function businessTimeBetween(start: Date, end: Date, hours: BusinessHours | null): number {
  const span = Math.max(0, end.getTime() - start.getTime());
  if (!hours) return span;
  let open = 0;
  const today = localDay(start.getTime(), hours.timeZone);
  for (let day = 0; day <= DAYS_MAX && today + (day - 1) * DAY_MS < end.getTime() + DAY_MS; day += 1) {
    for (const [opens, closes] of openSpans(today + day * DAY_MS, hours)) {
      open += Math.max(0, Math.min(closes, end.getTime()) - Math.max(opens, start.getTime()));
    }
  }
  return Math.min(open, span);
}

/** The times before which a customer has waited too long: for a first answer, and for a later one. */
export interface DueSince {
  first: Date | null;
  next: Date | null;
}

/** Returns since when a customer must have been waiting for the conversation to be overdue now. */
export function overdueSince(
  { hours, firstResponseMinutes, nextResponseMinutes }: ResponseRules,
  now: Date,
): DueSince {
  const before = (minutes: number | null) =>
    minutes === null ? null : subtractBusinessTime(now, minutes, hours);
  return { first: before(firstResponseMinutes), next: before(nextResponseMinutes) };
}

/** Returns how many minutes a team has to answer; null without a target. */
export function targetMinutes(
  { firstResponseAt }: { firstResponseAt: string | null },
  { firstResponseMinutes, nextResponseMinutes }: ResponseTargets,
): number | null {
  return firstResponseAt === null ? firstResponseMinutes : nextResponseMinutes;
}

/** Returns until when a conversation should be answered; null when nobody waits, or there is no target. */
export function responseDueAt(
  conversation: { waitingSince: string | null; firstResponseAt: string | null },
  rules: ResponseRules,
): Date | null {
  const minutes = targetMinutes(conversation, rules);
  if (conversation.waitingSince === null || minutes === null) return null;
  return addBusinessTime(new Date(conversation.waitingSince), minutes, rules.hours);
}

/** Returns the open spans of a local day as instants. `day` is its midnight as if it were UTC. */
function openSpans(day: number, { timeZone, week, closedDays }: BusinessHours): [number, number][] {
  const date = new Date(day);
  const name = date.toISOString().slice(0, 10);
  if (closedDays.some((closed) => closed.date === name)) return [];
  return (week[date.getUTCDay()] ?? []).map(({ from, to }) => [
    instantOf(day + from * MINUTE_MS, timeZone),
    instantOf(day + to * MINUTE_MS, timeZone),
  ]);
}

/** Returns the local midnight before an instant, as if it were UTC. */
function localDay(instant: number, timeZone: string): number {
  return Math.floor(localTimeOf(instant, timeZone) / DAY_MS) * DAY_MS;
}
