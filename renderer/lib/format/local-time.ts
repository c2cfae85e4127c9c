/** Returns a time as `DateTimeField` takes it, in the reader's own time zone: `2026-03-04T16:43`. */
export function toLocalInput(time: string | Date): string {
  const then = new Date(time);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the day of a time in milliseconds, in the reader's own time zone: `2026-03-04`. */
export function dayOf(ms: number): string {
  return toLocalInput(new Date(ms)).slice(0, 10);
}

/** Returns the value of such a field in ISO 8601; null when it is empty or invalid. */
export function fromLocalInput(value: string): string | null {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** Returns minutes of a day as a time field takes them: `09:30`. The end of the day is `00:00`. */
export function timeOfMinutes(minutes: number): string {
  const inDay = minutes % 1_440;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/** Returns the minutes of the day of a time field. */
export function minutesOfTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
