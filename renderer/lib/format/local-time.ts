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
