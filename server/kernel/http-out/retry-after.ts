/** The longest time that a caller waits because an answer asks for it. */
const MAX_ASKED_SECONDS = 600;

/**
 * Returns the seconds that a throttled or overloaded server (429 or 503) asks to wait, by its own clock and ten minutes
 * at most; null for other answers and without a request.
 */
export function secondsAsked(
  statusCode: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | null {
  if (statusCode !== 429 && statusCode !== 503) return null;
  const { 'retry-after': value, date } = headers;
  const seconds = typeof value === 'string' ? readRetryAfter(value, new Date(String(date))) : null;
  // A date means nothing without the time of the server's own clock.
  return seconds === null || Number.isNaN(seconds) ? null : Math.min(seconds, MAX_ASKED_SECONDS);
}

/** Parses Retry-After in either form and returns seconds; null when it is absent or invalid. */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1_000);
}
