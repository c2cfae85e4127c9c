import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../test/helpers/lane.ts';
import { PhoneSchema, parsePhone, phoneDigits, phoneLookupKey, readPhone } from './phone.ts';

/** Numbers as they are stored: 7 to 15 digits, without a leading zero. */
const stored = fc.stringMatching(/^[1-9]\d{6,14}$/);

/** Separators that people type between digits. The schema accepts at most 40 characters. */
const gap = fc.constantFrom('', '', '', ' ', '-', '.', ' (', ') ', '\u00a0', '\t');

/** A number with a prefix and any decoration, together with its digits. */
const typed = fc
  .tuple(
    stored,
    fc.constantFrom('', '+', '00', ' +', '(+', ' 00 '),
    fc.array(gap, { minLength: 16, maxLength: 16 }),
  )
  .map(([digits, prefix, gaps]) => ({
    digits,
    typed: prefix + [...digits].map((digit, at) => digit + gaps[at]).join(''),
  }))
  // A single zero in parentheses is the only decoration with a meaning; see phone.test.ts.
  .filter(({ typed }) => !typed.includes('(0)'));

describe('a phone number in any spelling', () => {
  it('has the same digits', () => {
    fc.assert(
      fc.property(typed, ({ typed, digits }) => {
        expect(parsePhone(typed)).toBe(digits);
        // The country code must exist only with a plus.
        if (!typed.includes('+')) expect(readPhone(typed, { country: null })).toEqual({ digits });
      }),
      { numRuns: sized(1_000, 2_000, 300) },
    );
  });

  it('does not change when it is already only digits', () => {
    fc.assert(
      fc.property(stored, (digits) => {
        expect(parsePhone(digits)).toBe(digits);
        expect(PhoneSchema.parse(digits)).toBe(digits);
      }),
    );
  });

  it('is parsed to 7 to 15 digits or null, for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+ ()\-.\d]{0,40}$/)),
        (text) => {
          const digits = parsePhone(text);
          if (digits !== null) expect(digits).toMatch(/^[1-9]\d{6,14}$/);
          // With a country, at least as many inputs are accepted as without.
          const reading = readPhone(text, { country: null });
          if ('digits' in reading) expect(reading.digits).toBe(digits);
          const inCountry = readPhone(text, { country: 'DE' });
          if ('digits' in inCountry) expect(inCountry.digits).toMatch(/^[1-9]\d{6,14}$/);
          else expect('error' in reading).toBe(true);
          // Apart from the length, the schema accepts everything that can be read.
          if ('digits' in inCountry && text.length <= 40) expect(PhoneSchema.parse(text)).toBe(text);
        },
      ),
      { numRuns: sized(2_000, 5_000, 500) },
    );
  });

  it('is accepted by the schema when it can be parsed, up to 40 characters', () => {
    fc.assert(
      fc.property(typed, ({ typed, digits }) => {
        fc.pre(typed.length <= 40);
        fc.pre(!typed.includes('+'));
        expect(PhoneSchema.parse(typed)).toBe(typed);
        expect(readPhone(typed, { country: null })).toEqual({ digits });
      }),
    );
  });

  it('is found by any of its prefixes', () => {
    fc.assert(
      fc.property(stored, fc.nat({ max: 14 }), (digits, length) => {
        const start = digits.slice(0, length + 1);
        expect(phoneDigits(`+${start}`)).toBe(start);
      }),
    );
  });
});

describe('the lookup key', () => {
  const area = fc.stringMatching(/^[1-9]{2}$/);
  const local = fc.stringMatching(/^\d{8}$/);
  const ten = fc.stringMatching(/^[1-9]\d{9}$/);

  it('is the same for the national variants of Brazil, Mexico and Argentina', () => {
    fc.assert(
      fc.property(area, local, ten, (area, local, ten) => {
        expect(phoneLookupKey(`55${area}9${local}`)).toBe(phoneLookupKey(`55${area}${local}`));
        expect(phoneLookupKey(`521${ten}`)).toBe(phoneLookupKey(`52${ten}`));
        expect(phoneLookupKey(`549${ten}`)).toBe(phoneLookupKey(`54${ten}`));
      }),
    );
  });

  it('of a key is the key itself, and is a valid number', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          stored,
          ten.map((rest) => `549${rest}`),
        ),
        (digits) => {
          const key = phoneLookupKey(digits);
          expect(phoneLookupKey(key)).toBe(key);
          expect(parsePhone(key)).toBe(key);
        },
      ),
    );
  });

  it('differs for different numbers of other countries', () => {
    const elsewhere = stored.filter((digits) => !/^(55|52|54)/.test(digits));
    fc.assert(
      fc.property(elsewhere, stored, (one, other) => {
        fc.pre(one !== other);
        expect(phoneLookupKey(one)).not.toBe(phoneLookupKey(other));
      }),
    );
  });
});
