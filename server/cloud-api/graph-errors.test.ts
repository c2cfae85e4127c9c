import { describe, expect, it } from 'vitest';
import { actionFor, explainError, isHopeless, knownError } from './graph-errors.ts';

describe('an error of the platform', () => {
  it('is decided by its code, then by its subcode', () => {
    expect(actionFor(100)).toBe('show');
    expect(actionFor(100, 33)).toBe('credentials');
    expect(actionFor(190, 463)).toBe('credentials');
    expect(actionFor(190, 999_999)).toBe('credentials');
    expect(explainError(190, '', null, 463).message).toMatch(/has expired/);
    expect(explainError(190, '', null, 999_999).message).toMatch(/is not valid/);
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

  it('that nobody knows is shown in its own words', () => {
    expect(knownError(999_999)).toBeNull();
    expect(explainError(999_999, 'Something new', 'More of it')).toEqual({
      code: '999999',
      message: 'Something new',
      details: 'More of it',
    });
  });

  it('without a reason is tried a few times only, an outage as long as it lasts', () => {
    expect(isHopeless(1, null, 3)).toBe(false);
    expect(isHopeless(1, null, 4)).toBe(true);
    expect(isHopeless(131000, null, 39)).toBe(false);
    expect(isHopeless(131000, null, 40)).toBe(true);
    expect(isHopeless(2, null, 1_000)).toBe(false);
    expect(isHopeless(null, null, 1_000)).toBe(false);
  });
});
