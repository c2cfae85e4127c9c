import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countryOfPhone,
  nationalDigits,
  PhoneSchema,
  parsePhone,
  phoneDigits,
  phoneLookupKey,
  readPhone,
} from './phone.ts';

describe('a phone number', () => {
  it('is accepted with any decoration', () => {
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

  it('drops a zero in parentheses after the country code, which is dialled only within the country', () => {
    for (const typed of [
      '+49 (0) 170 1234567',
      '+49(0)170-1234567',
      '0049 (0) 170 1234567',
      '49 (0)170 1234567',
    ]) {
      expect(parsePhone(typed), typed).toBe('491701234567');
    }
    expect(parsePhone('+39 (0) 6 1234 5678'), 'in Italy it is also dialled from abroad').toBe('390612345678');
    expect(parsePhone('+1 (555) 010-0123')).toBe('15550100123');
  });

  it('can start with 00 instead of the plus', () => {
    expect(parsePhone('0049 170 1234599')).toBe('491701234599');
    expect(parsePhone('00 1 555 010 0123')).toBe('15550100123');
  });

  it('without a country code is rejected with a message that says so', () => {
    for (const typed of ['0170 1234567', '(0) 170 1234567', '+0170 1234567', '000170 1234567']) {
      expect(parsePhone(typed), typed).toBeNull();
      expect(readPhone(typed, { country: null }), typed).toEqual({
        error: expect.stringContaining('as in +49 170 1234567'),
      });
    }
    expect(readPhone('0170 1234567', { country: null })).toEqual({
      error: expect.stringContaining('has no country code'),
    });
    expect(readPhone('+49 170 1234567', { country: null })).toEqual({ digits: '491701234567' });
  });

  it('is rejected by the schema only when it cannot exist in any country', () => {
    for (const typed of ['call me', '1234567890123456', '+123456', '+999 123 4567', '123']) {
      const { error } = PhoneSchema.safeParse(typed);
      expect(
        error?.issues.map(({ message }) => message),
        typed,
      ).toEqual([expect.stringContaining('as in +49 170 1234567')]);
    }
    for (const typed of ['0170 1234567', '15550100123', '1234567', '999123456789', '23456'])
      expect(PhoneSchema.parse(typed)).toBe(typed);
  });

  it.each([
    ['11 98765-4321', 'BR', '5511987654321'],
    ['(12) 98765-4321', 'BR', '5512987654321'],
    ['011 98765-4321', 'BR', '5511987654321'],
    ['(212) 555-0123', 'US', '12125550123'],
    ['(312) 555-1234', 'US', '13125551234'],
    ['(415) 555-2671', 'US', '14155552671'],
    ['0170 1234567', 'DE', '491701234567'],
    ['07700 900141', 'GB', '447700900141'],
    ['06 12 34 56 78', 'FR', '33612345678'],
    ['8 (912) 345-67-89', 'RU', '79123456789'],
    ['347 123 4567', 'IT', '393471234567'],
    ['02 1234 5678', 'IT', '390212345678'],
    ['011 44 20 7183 8750', 'US', '442071838750'],
    ['91234567', 'SG', '6591234567'],
    ['23456', 'FK', '50023456'],
  ] as const)('%s in %s is %s', (typed, country, digits) => {
    expect(readPhone(typed, { country })).toEqual({ digits });
    expect(readPhone(typed, { country, prefers: 'national' })).toEqual({ digits });
    expect(nationalDigits(typed, country)).toBe(digits);
  });

  it('with a country code is read the same in every workspace country', () => {
    const numbers = ['15550100123', '5511987654321', '4915112345678', '442071838750'];
    for (const digits of numbers) {
      for (const country of ['BR', 'US', 'DE', 'GB', 'IN', 'MX'] as const) {
        for (const typed of [digits, `+${digits}`, `00${digits}`])
          expect(readPhone(typed, { country }), `${typed} in ${country}`).toEqual({ digits });
      }
    }
  });

  it('that is valid both ways is read as international for programs and as national for people', () => {
    const typed = '31 98765-4321';
    expect(readPhone(typed, { country: 'BR' })).toEqual({ digits: '31987654321' });
    expect(readPhone(typed, { country: 'BR', prefers: 'national' })).toEqual({ digits: '5531987654321' });
  });

  it('that starts with 0 and is not valid in the country is rejected with the name of the country', () => {
    expect(readPhone('0170 1234567', { country: 'US' })).toEqual({
      error: expect.stringContaining("is not a valid number for your workspace's country (United States)"),
    });
  });

  it('reveals its country when that is certain', () => {
    expect(countryOfPhone('+55 11 98765-4321')).toBe('BR');
    expect(countryOfPhone('+1 555 010 0123')).toBeNull();
  });

  it('is the same with a plus, with 00, with its trunk zero in parentheses, and bare', () => {
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

  it('is searched for by the part that was typed', () => {
    expect(phoneDigits('+49 (0) 170')).toBe('49170');
    expect(phoneDigits('001')).toBe('001');
    expect(phoneDigits('555-01')).toBe('55501');
    expect(phoneDigits('Ana 5')).toBeNull();
  });

  it('does not change when it is parsed again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[1-9][\d ()-]{8,18}$/), (typed) => {
        const digits = parsePhone(typed);
        fc.pre(digits !== null);
        expect(parsePhone(digits ?? '')).toBe(digits);
      }),
    );
  });

  it('has the same lookup key in all its national spellings', () => {
    expect(phoneLookupKey('5511987654321')).toBe(phoneLookupKey('551187654321'));
    expect(phoneLookupKey('5215512345678')).toBe(phoneLookupKey('525512345678'));
    expect(phoneLookupKey('5491123456789')).toBe(phoneLookupKey('541123456789'));
    expect(phoneLookupKey('491712345678')).toBe('491712345678');
  });
});
