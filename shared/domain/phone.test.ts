import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PhoneSchema, parsePhone, phoneDigits, phoneFault, phoneLookupKey } from './phone.ts';

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

  it('loses the zero in brackets after its country code, which is dialled inside the country only', () => {
    for (const typed of [
      '+49 (0) 170 1234567',
      '+49(0)170-1234567',
      '0049 (0) 170 1234567',
      '49 (0)170 1234567',
    ]) {
      expect(parsePhone(typed), typed).toBe('491701234567');
    }
    expect(parsePhone('+39 (0) 6 1234 5678'), 'in Italy it is dialled from everywhere').toBe('390612345678');
    expect(parsePhone('+1 (555) 010-0123')).toBe('15550100123');
  });

  it('may start with 00 in place of the plus', () => {
    expect(parsePhone('0049 170 1234599')).toBe('491701234599');
    expect(parsePhone('00 1 555 010 0123')).toBe('15550100123');
  });

  it('without a country code is refused with a sentence that says so', () => {
    for (const typed of ['0170 1234567', '(0) 170 1234567', '+0170 1234567', '000170 1234567']) {
      expect(parsePhone(typed), typed).toBeNull();
      expect(phoneFault(typed), typed).toContain('write it with the country code, as in +49 170 1234567');
    }
    expect(phoneFault('call me')).toContain('7 to 15 digits');
    expect(phoneFault('+49 170 1234567')).toBeNull();
    for (const typed of ['0170 1234567', 'x', '1234567890123456']) {
      const issues = PhoneSchema.safeParse(typed).error?.issues ?? [];
      expect(
        issues.map((issue) => issue.message),
        typed,
      ).toEqual([phoneFault(typed)]);
    }
  });

  it('is the same with a plus, with 00, with its trunk zero in brackets, and bare', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(1|44|49|351)[1-9]\d{6,10}$/), (digits) => {
        const country = /^(1|44|49|351)/.exec(digits)?.[0] ?? '';
        const rest = digits.slice(country.length);
        const spellings = [`+${digits}`, `00${digits}`, `+${country} (0) ${rest}`, `00${country} (0)${rest}`];
        for (const typed of spellings) expect(parsePhone(typed), typed).toBe(digits);
        expect(parsePhone(`0${rest}`)).toBeNull();
      }),
    );
  });

  it('is searched for by what is typed of it so far', () => {
    expect(phoneDigits('+49 (0) 170')).toBe('49170');
    expect(phoneDigits('001')).toBe('001');
    expect(phoneDigits('555-01')).toBe('55501');
    expect(phoneDigits('Ana 5')).toBeNull();
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
});
