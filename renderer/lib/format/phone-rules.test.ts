import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatByCountry } from './phone-rules.ts';

describe('formatByCountry', () => {
  it.each([
    ['447700900141', '+44 7700 900141'],
    ['4917604069041', '+49 176 04069041'],
    ['5511987654321', '+55 11 98765 4321'],
    ['15550100123', '+1 555 010 0123'],
    ['33612345678', '+33 6 12 34 56 78'],
  ])('formats %s by the rules of its country', (digits, expected) => {
    expect(formatByCountry(digits)).toBe(expected);
  });

  it('does not change a number with an unknown country code', () => {
    expect(formatByCountry('999123456789')).toBe('+999123456789');
  });

  it('shows every digit, even a superfluous 0', () => {
    expect(formatByCountry('4901701234567')).toBe('+49 01701234567');
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), (digits) => {
        expect(formatByCountry(digits).replace(/\D/g, '')).toBe(digits);
      }),
    );
  });
});
