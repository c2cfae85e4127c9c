import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';

/** How an endpoint is doing, as its deliveries show it. */
export interface EndpointHealth {
  state: WebhookEndpointRow['state'];
  /** Failures in a row. */
  failures: number;
  /** The first failure since the last success. */
  failingSince: Date | null;
  /** It still failed half a day to a day later: the days until it is disabled count from `failingSince`. */
  isConfirmed: boolean;
  /** Nothing is sent before this but one delivery to try it with. */
  restingUntil: Date | null;
}

export interface DeliveryResult {
  at: Date;
  ok: boolean;
  /** The receiver said 410: send nothing more. */
  isGone: boolean;
  /** Which attempt at this delivery it was. */
  attempt: number;
}

const HOUR_MS = 60 * 60 * 1_000;
const FAILING_AFTER_ATTEMPTS = 4;
const REST_AFTER_FAILURES = 5;
const REST_SECONDS_MAX = 300;
const CONFIRM_FROM_MS = 12 * HOUR_MS;
const CONFIRM_TO_MS = 24 * HOUR_MS;
const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;

/** Returns whether an endpoint rests: after five failures in a row it gets one delivery at a time, to try it with. */
export function isResting({ failures }: Pick<EndpointHealth, 'failures'>): boolean {
  return failures >= REST_AFTER_FAILURES;
}

/**
 * Returns the health of an endpoint after a result. Any success clears everything. Failing: one event has failed four
 * times. Disabled: 410, or five days of nothing but failures, of which one came half a day to a day after
 * the first (so that one bad hour, and silence after it, never disables an endpoint). One that a person
 * has paused, or the server disabled, stays so.
 */
export function afterResult(health: EndpointHealth, result: DeliveryResult): EndpointHealth {
  if (health.state === 'paused' || health.state === 'disabled') return health;
  if (result.ok) {
    return { state: 'active', failures: 0, failingSince: null, isConfirmed: false, restingUntil: null };
  }
  const failures = health.failures + 1;
  const spell = spellOf(health, result.at);
  const isOver = spell.isConfirmed && result.at.getTime() - spell.failingSince.getTime() >= DISABLE_AFTER_MS;
  const isFailing = health.state === 'failing' || result.attempt >= FAILING_AFTER_ATTEMPTS;
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

/** 2, 4, 8 … seconds between the trials. */
function restSeconds(failures: number): number {
  return Math.min(2 ** (failures - REST_AFTER_FAILURES + 1), REST_SECONDS_MAX);
}
