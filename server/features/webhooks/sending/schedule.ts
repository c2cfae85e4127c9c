import { ATTEMPT_DELAYS } from '../../../../shared/domain/webhooks/webhook-retries.ts';

const HOUR = 3_600;

/** Maximum number of attempts per event and endpoint, unless a person resends it. */
export const ATTEMPTS_MAX = ATTEMPT_DELAYS.length;

const SPREAD = 0.2;

/**
 * Returns the seconds until the next attempt after `made` attempts, or null when that was the last one. A
 * Retry-After of the receiver can make the planned delay longer, up to an hour or twice as long; never shorter, so
 * that no receiver uses up its attempts in seconds. `random` is in [0, 1).
 */
export function secondsUntilRetry(made: number, retryAfter: number | null, random: number): number | null {
  const planned = ATTEMPT_DELAYS[made];
  if (planned === undefined) return null;
  const spread = planned * (1 - SPREAD + 2 * SPREAD * random);
  return Math.max(spread, Math.min(retryAfter ?? 0, Math.max(HOUR, 2 * planned)));
}
