import { DAY_MS } from './durations.ts';
import { instantOf, localTimeOf } from './time-zones.ts';

/** The minutes of a day, in the recipient's time zone, between which messages of broadcasts go out. */
export interface SendingHours {
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
/** No time zone is further ahead of UTC. */
export const ZONES_AHEAD_MS = 14 * 3_600_000;
/** No time zone is further behind. */
export const ZONES_BEHIND_MS = 12 * 3_600_000;

/** Returns the first instant, not before `at`, that is within the hours; without hours, `at`. */
export function nextSendingTime(at: Date, timeZone: string, hours: SendingHours | null): Date {
  if (!hours) return at;
  const local = localTimeOf(at.getTime(), timeZone);
  const day = Math.floor(local / DAY_MS) * DAY_MS;
  const minute = (local - day) / MINUTE_MS;
  if (minute >= hours.from && minute < hours.to) return at;
  const opens = (minute < hours.from ? day : day + DAY_MS) + hours.from * MINUTE_MS;
  // Where the clocks go back in this very hour, the local time comes twice.
  return new Date(Math.max(at.getTime(), instantOf(opens, timeZone)));
}

/**
 * Returns when a person gets a message that is meant for a local time (as if it were UTC): on the next day where that time
 * had passed when it was decided.
 */
export function instantForPerson(local: Date, timeZone: string, decidedAt: Date): Date {
  let at = instantOf(local.getTime(), timeZone);
  for (let day = 1; day <= 3 && at < decidedAt.getTime(); day += 1)
    at = instantOf(local.getTime() + day * DAY_MS, timeZone);
  return new Date(at);
}
