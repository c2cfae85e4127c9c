import { DAY_MINUTES, type OpenHours } from '../../../shared/domain/time/business-time.ts';
import { timeOfMinutes } from '../../lib/format/local-time.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';

/** Monday first, as business hours are written everywhere. */
const ORDER = [1, 2, 3, 4, 5, 6, 0];

/**
 * Returns the hours of a week, from Sunday to Saturday, as lines to read: `Mon–Fri: 09:00–18:00`. Days in a row with
 * the same hours share a line.
 */
export function hoursText(week: readonly (readonly OpenHours[])[]): string[] {
  const groups: { from: number; to: number; hours: string }[] = [];
  for (const day of ORDER) {
    const hours = dayText(week[day] ?? []);
    const before = groups.at(-1);
    if (before?.hours === hours) before.to = day;
    else groups.push({ from: day, to: day, hours });
  }
  return groups.map(({ from, to, hours }) => {
    const days = from === to ? dayName(from) : `${dayName(from)}–${dayName(to)}`;
    return `${days}: ${hours}`;
  });
}

function dayText(hours: readonly OpenHours[]): string {
  if (hours.length === 0) return t('business-hours:hours.closed');
  return hours.map(({ from, to }) => `${timeOfMinutes(from)}–${endText(to)}`).join(', ');
}

/** The end of a day is not its beginning. */
function endText(minutes: number): string {
  return minutes === DAY_MINUTES ? '24:00' : timeOfMinutes(minutes);
}

function dayName(day: number): string {
  // 4 January 1970 was a Sunday.
  return new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(1970, 0, 4 + day),
  );
}
