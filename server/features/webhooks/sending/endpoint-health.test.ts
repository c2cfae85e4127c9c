import { describe, expect, it } from 'vitest';
import { afterResult, type EndpointHealth, isResting } from './endpoint-health.ts';

const HEALTHY: EndpointHealth = {
  state: 'active',
  failures: 0,
  failingSince: null,
  isConfirmed: false,
  restingUntil: null,
};
const START = Date.parse('2026-11-01T00:00:00Z');
const HOUR = 60 * 60 * 1_000;
const failure = (hours: number, attempt = 1) => ({
  at: new Date(START + hours * HOUR),
  ok: false,
  isGone: false,
  attempt,
});
const failing = (hours: readonly number[], from = HEALTHY) =>
  hours.reduce((health, hour) => afterResult(health, failure(hour)), from);

describe('the health of an endpoint', () => {
  it('is failing when one event has failed four times, and active after any success', () => {
    expect(afterResult(HEALTHY, failure(0, 3)).state).toBe('active');
    const bad = afterResult(HEALTHY, failure(0, 4));
    expect(bad.state).toBe('failing');
    expect(afterResult(bad, failure(1, 1)).state).toBe('failing');
    expect(afterResult(bad, { ...failure(2), ok: true })).toEqual(HEALTHY);
  });

  it('is failing after five failures in a row, or three over two minutes', () => {
    const MINUTE = 1 / 60;
    expect(failing([0, 0, 0, 0]).state).toBe('active');
    expect(failing([0, 0, 0, 0, 0]).state).toBe('failing');
    expect(failing([0, 2 * MINUTE]).state).toBe('active');
    expect(failing([0, MINUTE, 1.9 * MINUTE]).state).toBe('active');
    expect(failing([0, MINUTE, 2 * MINUTE]).state).toBe('failing');
  });

  it('rests after five consecutive failures, longer each time, at most five minutes', () => {
    const rests = Array.from({ length: 20 }, (_, index) => {
      const health = failing(Array.from({ length: index + 1 }, () => 0));
      expect(isResting(health)).toBe(index >= 4);
      return health.restingUntil && (health.restingUntil.getTime() - START) / 1_000;
    });
    expect(rests.slice(0, 9)).toEqual([null, null, null, null, 2, 4, 8, 16, 32]);
    expect(rests.at(-1)).toBe(300);
  });

  it('is disabled immediately by 410', () => {
    expect(afterResult(HEALTHY, { ...failure(0), isGone: true }).state).toBe('disabled');
  });

  it('is disabled after five days of failures, one of them 12 to 24 hours after the first', () => {
    expect(failing([0, 13, 60, 119]).state).toBe('failing');
    expect(failing([0, 13, 60, 120]).state).toBe('disabled');
  });

  it('is not disabled by one bad hour without later deliveries', () => {
    expect(failing([0, 1, 130]).state).toBe('active');
    // The count restarts with the later failure.
    expect(failing([0, 1, 130, 145, 249]).state).toBe('failing');
    expect(failing([0, 1, 130, 145, 250]).state).toBe('disabled');
  });

  it('does not change while paused or disabled', () => {
    const paused: EndpointHealth = { ...HEALTHY, state: 'paused' };
    expect(afterResult(paused, failure(0, 9))).toBe(paused);
    expect(afterResult({ ...HEALTHY, state: 'disabled' }, { ...failure(0), ok: true }).state).toBe(
      'disabled',
    );
  });
});
