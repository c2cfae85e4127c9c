/** Returns a time for `<input type="datetime-local">`, in the reader's own time zone: `2026-03-04T16:43`. */
export function toLocalInput(time: string): string {
  const then = new Date(time);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the value of such an input in ISO 8601; null when it is empty or invalid. */
export function fromLocalInput(value: string): string | null {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
