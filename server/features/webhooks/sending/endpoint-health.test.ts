import { describe, expect, it } from 'vitest';
import { afterResult, type EndpointHealth, isResting } from './endpoint-health.ts';

const WELL: EndpointHealth = {
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
const failing = (hours: readonly number[], from = WELL) =>
  hours.reduce((health, hour) => afterResult(health, failure(hour)), from);

describe('the health of an endpoint', () => {
  it('is failing when one event has failed four times, and well after any success', () => {
    expect(afterResult(WELL, failure(0, 3)).state).toBe('active');
    const bad = afterResult(WELL, failure(0, 4));
    expect(bad.state).toBe('failing');
    expect(afterResult(bad, failure(1, 1)).state).toBe('failing');
    expect(afterResult(bad, { ...failure(2), ok: true })).toEqual(WELL);
  });

  it('rests after five failures in a row, longer each time, five minutes at most', () => {
    const rests = Array.from({ length: 20 }, (_, index) => {
      const health = failing(Array.from({ length: index + 1 }, () => 0));
      expect(isResting(health)).toBe(index >= 4);
      return health.restingUntil && (health.restingUntil.getTime() - START) / 1_000;
    });
    expect(rests.slice(0, 9)).toEqual([null, null, null, null, 2, 4, 8, 16, 32]);
    expect(rests.at(-1)).toBe(300);
  });

  it('is disabled by 410, at once', () => {
    expect(afterResult(WELL, { ...failure(0), isGone: true }).state).toBe('disabled');
  });

  it('is disabled after five days of failures of which one came half a day to a day after the first', () => {
    expect(failing([0, 13, 60, 119]).state).toBe('active');
    expect(failing([0, 13, 60, 120]).state).toBe('disabled');
  });

  it('is not disabled by one bad hour and silence after it', () => {
    expect(failing([0, 1, 130]).state).toBe('active');
    // The count begins again with the later failure.
    expect(failing([0, 1, 130, 145, 249]).state).toBe('active');
    expect(failing([0, 1, 130, 145, 250]).state).toBe('disabled');
  });

  it('stays as a person left it', () => {
    const paused: EndpointHealth = { ...WELL, state: 'paused' };
    expect(afterResult(paused, failure(0, 9))).toBe(paused);
    expect(afterResult({ ...WELL, state: 'disabled' }, { ...failure(0), ok: true }).state).toBe('disabled');
  });
});
