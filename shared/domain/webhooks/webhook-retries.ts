const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds before each attempt of a webhook delivery, the first included: ten attempts over three days. */
export const ATTEMPT_DELAYS = [
  0,
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
