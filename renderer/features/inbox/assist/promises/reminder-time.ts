import { addDays } from '../../../../../shared/domain/assist/text/calendar.ts';
import type { FoundPromise, LocalTime } from '../../../../../shared/domain/assist/text/promises.ts';

/** When a promise is remembered that says no day: tomorrow at this time. One that says only the day: then. */
const MORNING = '10:00';
const AFTERNOON = '17:00';

/** Returns when to remind of a promise, on the clock of this device. Never in the past. */
export function reminderTime({ due }: Pick<FoundPromise, 'due'>, now: LocalTime): LocalTime {
  const tomorrow = { date: addDays(now.date, 1), time: MORNING };
  if (due === null) return tomorrow;
  if (due.date > now.date) return { date: due.date, time: due.time ?? MORNING };
  if (due.time !== null) return due.time > now.time ? { date: due.date, time: due.time } : tomorrow;
  if (now.time < AFTERNOON) return { date: now.date, time: AFTERNOON };
  return tomorrow;
}

/** Returns a time on the clock of this device as an instant. */
export function instantOf({ date, time }: LocalTime): Date {
  return new Date(`${date}T${time}:00`);
}
