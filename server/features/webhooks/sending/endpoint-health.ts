import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';

/** The health of an endpoint, derived from the results of its deliveries. */
export interface EndpointHealth {
  state: WebhookEndpointRow['state'];
  /** Number of consecutive failures. */
  failures: number;
  /** The first failure since the last success. */
  failingSince: Date | null;
  /** Whether it also failed 12 to 24 hours later; the days until it is disabled count from `failingSince`. */
  isConfirmed: boolean;
  /** Until this time, nothing is sent; then a single trial delivery. */
  restingUntil: Date | null;
}

export interface DeliveryResult {
  at: Date;
  ok: boolean;
  /** Whether the receiver returned 410, which means that it wants no more deliveries. */
  isGone: boolean;
  /** The number of this attempt, from 1. */
  attempt: number;
}

const HOUR_MS = 60 * 60 * 1_000;
const FAILING_AFTER_ATTEMPTS = 4;
/** It also fails after this many failures in a row, or fewer over this time without a success. */
const FAILING_AFTER_FAILURES = 5;
const FAILING_SPELL = { failures: 3, ms: 2 * 60 * 1_000 } as const;
const REST_AFTER_FAILURES = 5;
const REST_SECONDS_MAX = 300;
const CONFIRM_FROM_MS = 12 * HOUR_MS;
const CONFIRM_TO_MS = 24 * HOUR_MS;
const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;

/** Returns whether an endpoint rests: after five consecutive failures it gets one trial at a time. */
export function isResting({ failures }: Pick<EndpointHealth, 'failures'>): boolean {
  return failures >= REST_AFTER_FAILURES;
}

/**
 * Returns the health of an endpoint after a result. Any success resets it. Failing: one event has failed four
 * times, or five attempts in a row, or three over two minutes. Disabled: 410, or five days of failures only, one of them 12 to 24 hours after the first, so that
 * one bad hour without later deliveries never disables an endpoint. A paused or disabled endpoint does not
 * change.
 */
export function afterResult(health: EndpointHealth, result: DeliveryResult): EndpointHealth {
  if (health.state === 'paused' || health.state === 'disabled') return health;
  if (result.ok) {
    return { state: 'active', failures: 0, failingSince: null, isConfirmed: false, restingUntil: null };
  }
  const failures = health.failures + 1;
  const spell = spellOf(health, result.at);
  const isOver = spell.isConfirmed && result.at.getTime() - spell.failingSince.getTime() >= DISABLE_AFTER_MS;
  const isFailing =
    health.state === 'failing' ||
    result.attempt >= FAILING_AFTER_ATTEMPTS ||
    failures >= FAILING_AFTER_FAILURES ||
    (failures >= FAILING_SPELL.failures &&
      result.at.getTime() - spell.failingSince.getTime() >= FAILING_SPELL.ms);
  return {
    state: result.isGone || isOver ? 'disabled' : isFailing ? 'failing' : 'active',
    failures,
    ...spell,
    restingUntil: isResting({ failures })
      ? new Date(result.at.getTime() + restSeconds(failures) * 1_000)
      : null,
  };
}

function spellOf(health: EndpointHealth, at: Date): { failingSince: Date; isConfirmed: boolean } {
  if (!health.failingSince) return { failingSince: at, isConfirmed: false };
  const age = at.getTime() - health.failingSince.getTime();
  if (health.isConfirmed || (age >= CONFIRM_FROM_MS && age <= CONFIRM_TO_MS))
    return { failingSince: health.failingSince, isConfirmed: true };
  return age > CONFIRM_TO_MS
    ? { failingSince: at, isConfirmed: false }
    : { failingSince: health.failingSince, isConfirmed: false };
}

/** Returns the seconds between trials: 2, 4, 8 … */
function restSeconds(failures: number): number {
  return Math.min(2 ** (failures - REST_AFTER_FAILURES + 1), REST_SECONDS_MAX);
}
