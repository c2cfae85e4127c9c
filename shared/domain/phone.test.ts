import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPhone, parsePhone, phoneLookupKey } from './phone.ts';

describe('a phone number', () => {
  it('is taken however people decorate it', () => {
    for (const typed of ['+49 171 234-5678', '(49) 171.2345678', ' 491712345678 ', '+491712345678']) {
      expect(parsePhone(typed), typed).toBe('491712345678');
    }
  });

  it('has 7 to 15 digits and no leading zero', () => {
    for (const typed of [
      '',
      '+',
      '123456',
      '1234567890123456',
      '0171 2345678',
      '49171x345678',
      '++491712345678',
      '٤٩١٧١٢٣٤٥',
    ]) {
      expect(parsePhone(typed), typed).toBeNull();
    }
  });

  it('parses to itself once parsed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[1-9][\d ()-]{8,18}$/), (typed) => {
        const digits = parsePhone(typed);
        fc.pre(digits !== null);
        expect(parsePhone(digits ?? '')).toBe(digits);
      }),
    );
  });

  it('has one lookup key in all its national spellings', () => {
    expect(phoneLookupKey('5511987654321')).toBe(phoneLookupKey('551187654321'));
    expect(phoneLookupKey('5215512345678')).toBe(phoneLookupKey('525512345678'));
    expect(phoneLookupKey('5491123456789')).toBe(phoneLookupKey('541123456789'));
    expect(phoneLookupKey('491712345678')).toBe('491712345678');
  });

  it('is shown in groups that people know', () => {
    expect(formatPhone('5511987654321')).toBe('+55 11 98765 4321');
    expect(formatPhone('15550100123')).toBe('+1 555 010 0123');
    expect(formatPhone('447700900141')).toBe('+44 770 090 0141');
  });

  it('is shown with every digit it has', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), (digits) => {
        expect(formatPhone(digits).replace(/\D/g, '')).toBe(digits);
      }),
    );
  });
});
