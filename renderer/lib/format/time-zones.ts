import { instantOf, isTimeZone, localTimeOf } from '../../../shared/domain/time/time-zones.ts';
import { likelyZoneOf } from './format-phone.ts';

/**
 * Returns the time zone in which the owner of a phone number most likely lives: by its area code where it says so, else
 * by its country. Null when it is not known, as until the rules of numbers are loaded.
 */
export function timeZoneOf(phone: string | null): string | null {
  const zone = phone === null ? null : likelyZoneOf(phone);
  return zone !== null && isTimeZone(zone) ? zone : null;
}

/** Returns the moment of a wall clock in a zone, so many days after `now`. */
export function timeInZone(
  zone: string,
  now: Date,
  { days, hours, minutes = 0 }: { days: number; hours: number; minutes?: number },
): Date {
  const today = new Date(localTimeOf(now.getTime(), zone));
  const day = today.getUTCDate() + days;
  return new Date(
    instantOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), day, hours, minutes), zone),
  );
}

/** Returns the moment of a local date and time such as `2026-03-04T09:30`, in a zone; null for another text. */
export function parseInZone(zone: string, text: string): Date | null {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? null : new Date(instantOf(wall, zone));
}

/** Returns the day of the week in a zone, from 0 for Sunday. */
export function weekdayIn(zone: string, now: Date): number {
  return new Date(localTimeOf(now.getTime(), zone)).getUTCDay();
}

/** Returns the hour of the day in a zone. */
export function hourIn(zone: string, now: Date): number {
  return new Date(localTimeOf(now.getTime(), zone)).getUTCHours();
}
