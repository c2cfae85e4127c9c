import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

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
  const number = phone === null ? undefined : parsePhoneNumberFromString(`+${phone}`);
  // Some codes belong to several countries, the largest first.
  const country = number?.country ?? number?.getPossibleCountries()[0];
  if (country === undefined) return null;
  const locale = new Intl.Locale(`und-${country}`) as WithZones;
  const zone = MAIN_ZONES[country] ?? (locale.getTimeZones?.() ?? locale.timeZones)?.[0];
  return zone !== undefined && isKnown(zone) ? zone : null;
}

/** Returns the moment of a wall clock in a zone, so many days after `now`. */
export function timeInZone(
  zone: string,
  now: Date,
  { days, hours, minutes = 0 }: { days: number; hours: number; minutes?: number },
): Date {
  const { year, month, day } = wallClock(zone, now);
  return momentOf(zone, Date.UTC(year, month - 1, day + days, hours, minutes));
}

/** Returns the moment of a local date and time such as `2026-03-04T09:30`, in a zone; null for another text. */
export function parseInZone(zone: string, text: string): Date | null {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? null : momentOf(zone, wall);
}

/** Returns the day of the week in a zone, from 0 for Sunday. */
export function weekdayIn(zone: string, now: Date): number {
  const { year, month, day } = wallClock(zone, now);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** Returns the hour of the day in a zone. */
export function hourIn(zone: string, now: Date): number {
  return wallClock(zone, now).hour;
}

/** Converts a wall clock, written as if it were UTC. Twice, for the days on which the offset changes. */
function momentOf(zone: string, wall: number): Date {
  const first = wall - offsetMs(zone, new Date(wall));
  return new Date(wall - offsetMs(zone, new Date(first)));
}

function offsetMs(zone: string, at: Date): number {
  const { year, month, day, hour, minute, second } = wallClock(zone, at);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1_000) * 1_000;
}

function wallClock(zone: string, at: Date) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
