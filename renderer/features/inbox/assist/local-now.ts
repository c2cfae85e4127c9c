import type { LocalTime } from '../../../../shared/domain/assist/text/promises.ts';

/** Returns the time on the clock of this device. */
export function localNow(now = new Date()): LocalTime {
  const pad = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`,
    time: `${pad(now.getHours())}:${pad(now.getMinutes())}`,
  };
}
