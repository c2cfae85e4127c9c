import { describe, expect, it } from 'vitest';
import { PLATFORM_ERRORS } from '../../../shared/domain/reasons/platform-errors.ts';
import { actionFor, explainError, isHopeless, knownError, unexplainedTries } from './graph-errors.ts';

const TRIES = unexplainedTries(24);
const triedTimes = (attempts: number) => ({ attempts, triesMax: TRIES });

describe('an error of the platform', () => {
  it('is decided by its code, then by its subcode', () => {
    expect(actionFor(100)).toBe('show');
    expect(actionFor(100, 33)).toBe('credentials');
    expect(actionFor(190, 463)).toBe('credentials');
    expect(actionFor(190, 999_999)).toBe('credentials');
    expect(explainError(190, '', null, 463).message).toMatch(/has expired/);
    expect(explainError(190, '', null, 999_999).message).toMatch(/is not valid/);
  });

  it('has the sentence of its code, which screens translate', () => {
    for (const [name, sentence] of Object.entries(PLATFORM_ERRORS)) {
      const [code, subcode] = name.split('/').map(Number);
      expect(knownError(Number(code), subcode ?? null)?.sentence, name).toBe(sentence);
    }
  });

  it('of permissions is one whole hundred of codes', () => {
    expect([199, 200, 250, 299, 300].map((code) => actionFor(code))).toEqual([
      'show',
      'credentials',
      'credentials',
      'credentials',
      'show',
    ]);
  });

  it('is shown in the platform’s words when its code is unknown', () => {
    expect(knownError(999_999)).toBeNull();
    expect(explainError(999_999, 'Something new', 'More of it')).toEqual({
      code: '999999',
      message: 'Something new',
      details: 'More of it',
    });
  });

  it('is retried for about a day without a reason, and as long as it lasts in an outage', () => {
    for (const code of [1, 131000]) {
      expect(actionFor(code)).toBe('retry');
      expect(isHopeless(code, null, triedTimes(TRIES - 1))).toBe(false);
      expect(isHopeless(code, null, triedTimes(TRIES))).toBe(true);
    }
    expect(isHopeless(2, null, triedTimes(10_000))).toBe(false);
    expect(isHopeless(null, null, triedTimes(10_000))).toBe(false);
  });

  it('is tried for a little less than the time after which a message expires, and never for more than a day', () => {
    for (const hours of [1, 4, 12, 24]) {
      // The first pauses are shorter: 1, 2, 4, 8 and 16 seconds.
      const pauses = 31 + (unexplainedTries(hours) - 5) * 30;
      expect(pauses, `${hours} hours`).toBeGreaterThan(hours * 3_600 * 0.85);
      // A look at the queue and the response take about a second of each try.
      expect(pauses + unexplainedTries(hours), `${hours} hours`).toBeLessThan(hours * 3_600);
    }
    expect(unexplainedTries(720)).toBe(TRIES);
  });

  it('is retried with any code when the platform calls it transient, but not endlessly', () => {
    for (const code of [1, 100, 190, 131026, 999_999]) {
      expect(actionFor(code, null, { isTransient: true })).toBe('retry');
      expect(isHopeless(code, null, triedTimes(TRIES))).toBe(true);
    }
  });

  it('is retried with an unknown code when the HTTP status is 5xx', () => {
    expect(actionFor(999_999, null, { status: 500 })).toBe('retry');
    expect(actionFor(999_999, null, { status: 400 })).toBe('show');
    expect(actionFor(131026, null, { status: 500 })).toBe('show');
  });
});
