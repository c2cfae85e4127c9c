import { z } from 'zod';

const DECORATION = /[\s()\-.]/g;
/** The zero that is dialled inside a country only, written as in +49 (0) 170. Italy's is part of the number. */
const TRUNK_ZERO = /^(?!(?:\+|00)?39\D)((?:\+|00)?[1-9]\d{0,2}[\s\-.]*)\(0\)/;

const NOT_A_PHONE = 'must be a phone number with country code: 7 to 15 digits';
const NO_COUNTRY_CODE =
  'has no country code: write it with the country code, as in +49 170 1234567, without the 0 in front';

/**
 * The digits of what was typed, however many there are: decoration, a leading + and a bracketed trunk
 * zero are gone. Null when there is anything else in it.
 */
export function phoneDigits(typed: string): string | null {
  const bare = typed.trim().replace(TRUNK_ZERO, '$1').replace(DECORATION, '');
  return /^\+?(\d+)$/.exec(bare)?.[1] ?? null;
}

/**
 * The digits of a phone number with its country code, or null when `typed` is no such number.
 * Takes 00 for the +, and wants 7 to 15 digits (E.164), the first of which is never a zero.
 */
export function parsePhone(typed: string): string | null {
  const digits = phoneDigits(typed)?.replace(/^00/, '') ?? '';
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** What is wrong with a phone number as typed, to stand behind the field's name; null when nothing is. */
export function phoneFault(typed: string): string | null {
  if (parsePhone(typed) !== null) return null;
  return /^0\d{6,15}$/.test(phoneDigits(typed) ?? '') ? NO_COUNTRY_CODE : NOT_A_PHONE;
}

/** A phone number as callers type it; the parsed value holds digits alone. */
export const PhoneSchema = z
  .string()
  .min(7, { error: NOT_A_PHONE, abort: true })
  .max(40, { error: 'must have at most 40 characters', abort: true })
  .regex(/^[\s().-]*\+?[\d\s().-]+$/, NOT_A_PHONE)
  .meta({
    description:
      'With country code: 7 to 15 digits after a + or 00 or nothing, with spaces, dots, dashes or brackets. Stored as digits.',
    examples: ['+49 170 1234567'],
  })
  .transform((typed, context) => {
    const digits = parsePhone(typed);
    if (digits !== null) return digits;
    context.addIssue({ code: 'custom', message: phoneFault(typed) ?? NOT_A_PHONE });
    return z.NEVER;
  });

/**
 * One key for every national spelling of a number, used only to find a contact, never to send.
 * Brazil writes mobiles with or without a 9 after the area code, Mexico with or without a 1 and
 * Argentina with or without a 9 after the country code (PLATFORM 11).
 */
export function phoneLookupKey(digits: string): string {
  if (digits.startsWith('55') && digits.length === 13 && digits[4] === '9') {
    return digits.slice(0, 4) + digits.slice(5);
  }
  if (digits.startsWith('521') && digits.length === 13) return `52${digits.slice(3)}`;
  if (digits.startsWith('549') && digits.length === 13) return `54${digits.slice(3)}`;
  return digits;
}
