import { instantOf, isTimeZone, localTimeOf } from '../../../shared/domain/time/time-zones.ts';
import { likelyCountryOf } from './format-phone.ts';

/** The zone of most people in countries that have several. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** Lists the zones of a region; newer than the types of the language. */
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] };

/** Returns the time zone of a phone number, by its country; null when it is not known. */
export function timeZoneOf(phone: string | null): string | null {
  const country = phone === null ? null : likelyCountryOf(phone);
  if (country === null) return null;
  const locale = new Intl.Locale(`und-${country}`) as WithZones;
  const zone = MAIN_ZONES[country] ?? (locale.getTimeZones?.() ?? locale.timeZones)?.[0];
  return zone !== undefined && isTimeZone(zone) ? zone : null;
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

/** Returns the day in a zone: `2026-03-04`. */
export function dayIn(zone: string, now: Date): string {
  return new Date(localTimeOf(now.getTime(), zone)).toISOString().slice(0, 10);
}

/** Returns the day of the week in a zone, from 0 for Sunday. */
export function weekdayIn(zone: string, now: Date): number {
  return new Date(localTimeOf(now.getTime(), zone)).getUTCDay();
}

/** Returns the hour of the day in a zone. */
export function hourIn(zone: string, now: Date): number {
  return new Date(localTimeOf(now.getTime(), zone)).getUTCHours();
}
