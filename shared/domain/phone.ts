import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { type Country, countryName } from './country.ts';

const DECORATION = /[\s()\-.]/g;
/** A zero that is dialled only within the country, as in +49 (0) 170. Italy's zero is part of the number. */
const TRUNK_ZERO = /^(?!(?:\+|00)?39\D)((?:\+|00)?[1-9]\d{0,2}[\s\-.]*)\(0\)/;
/** Numbers that messages can be sent to (E.164). No country code starts with 0. */
const E164 = /^[1-9]\d{6,14}$/;
/** Numbers with country code 1, also fictional ones. Area codes do not match 0xx, 1xx or x9x. */
const NORTH_AMERICAN = /^1[2-9][0-8]\d{8}$/;

const EXAMPLE = 'as in +49 170 1234567';
const NOT_A_PHONE = `must be a phone number with a country code: 7 to 15 digits, ${EXAMPLE}`;
const NO_COUNTRY_CODE = `has no country code. Add it and drop the leading 0, ${EXAMPLE}`;
const UNKNOWN_COUNTRY_CODE = `starts with an unknown country code. Start with + and a valid country code, ${EXAMPLE}`;

/** A phone number as it is stored, or an error message that continues a sentence after the field's name. */
export type PhoneReading = { digits: string } | { error: string };

export interface PhoneContext {
  /** The country of numbers without a country code; null when none is chosen. */
  country: Country | null;
  /**
   * The reading to prefer when digits are valid both as a national number and as an international number
   * without +. Programs send country codes; people omit them in forms.
   */
  prefers?: 'international' | 'national';
}

/**
 * Returns the typed digits, of any number, without decoration, a leading + and a trunk zero in parentheses.
 * Null when the text contains anything else.
 */
export function phoneDigits(typed: string): string | null {
  return bareOf(typed)?.replace('+', '') ?? null;
}

/**
 * Returns the digits of a number with country code, or null when it is not one. 00 counts as +.
 */
export function parsePhone(typed: string): string | null {
  const digits = phoneDigits(typed)?.replace(/^00/, '') ?? '';
  return E164.test(digits) ? digits : null;
}

/** Returns whether the reading of a number depends on the country of the workspace. */
export function needsCountry(typed: string): boolean {
  const bare = bareOf(typed);
  return bare !== null && !isExplicit(bare) && !isLikelyInternational(bare);
}

/**
 * Reads a phone number as a person or a program typed it. With + or 00 it is international. Without, it is
 * read as international if it is a complete international number, else as a number of the country, else
 * unchanged. Rejects only numbers that cannot exist in any country.
 */
export function readPhone(typed: string, { country, prefers = 'international' }: PhoneContext): PhoneReading {
  const bare = bareOf(typed);
  if (bare === null) return { error: NOT_A_PHONE };
  const digits = parsePhone(typed);
  if (isExplicit(bare)) return digits === null ? { error: NOT_A_PHONE } : readInternational(bare, digits);

  const national = country && nationalReading(bare, country);
  if (national?.isValid && (prefers === 'national' || !isLikelyInternational(bare)))
    return { digits: national.digits };
  const taken = digits ?? national?.digits;
  if (taken !== undefined) return { digits: taken };
  if (!/^0\d{3,15}$/.test(bare)) return { error: NOT_A_PHONE };
  return { error: country ? notOf(country) : NO_COUNTRY_CODE };
}

/**
 * Returns the digits of a national number with country code, for finding a contact; null when it is not valid
 * in the country or has a country code.
 */
export function nationalDigits(typed: string, country: Country): string | null {
  const bare = bareOf(typed);
  return bare === null || isExplicit(bare) ? null : (nationalReading(bare, country)?.digits ?? null);
}

/** Returns the country of a number with country code; null when it is not certain. */
export function countryOfPhone(typed: string): Country | null {
  const digits = parsePhone(typed);
  return (digits !== null && parsePhoneNumberFromString(`+${digits}`)?.country) || null;
}

/** Returns the country code of a number and the rest of it; null for one of no known country. */
export function splitPhone(typed: string): { countryCode: string; national: string } | null {
  const digits = parsePhone(typed);
  const phone = digits === null ? undefined : parsePhoneNumberFromString(`+${digits}`);
  return phone ? { countryCode: phone.countryCallingCode, national: phone.nationalNumber } : null;
}

/** Returns whether digits with country code have a possible length for their country, and a possible area code in North America. */
export function isWholePhone(digits: string): boolean {
  if (digits.startsWith('1')) return NORTH_AMERICAN.test(digits);
  return parsePhoneNumberFromString(`+${digits}`)?.isPossible() ?? false;
}

/**
 * A phone number as callers type it. Rejects only numbers that cannot exist in any country; `readPhone` also
 * considers the country of the workspace.
 */
export const PhoneSchema = z
  .string()
  .min(4, { error: NOT_A_PHONE, abort: true })
  .max(40, { error: 'must have at most 40 characters', abort: true })
  .regex(/^[\s().-]*\+?[\d\s().-]+$/, { error: NOT_A_PHONE, abort: true })
  .meta({
    description:
      "A phone number with country code (7 to 15 digits), optionally prefixed with + or 00, or a national number of the workspace's country. Spaces, dots, dashes and parentheses are allowed. Stored as digits with country code.",
    examples: ['+49 170 1234567'],
  })
  .superRefine((typed, context) => {
    const reading = readPhone(typed, { country: null });
    if ('digits' in reading || canBeNational(typed)) return;
    context.addIssue({ code: 'custom', message: reading.error });
  });

/**
 * Returns the same key for all national spellings of a number. Used only to find contacts, never to send.
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

function bareOf(typed: string): string | null {
  const bare = typed.trim().replace(TRUNK_ZERO, '$1').replace(DECORATION, '');
  return /^\+?\d+$/.test(bare) ? bare : null;
}

/** Whether a number has an explicit country code, so that it is the same in every workspace. */
function isExplicit(bare: string): boolean {
  return bare.startsWith('+') || bare.startsWith('00');
}

function isLikelyInternational(digits: string): boolean {
  return NORTH_AMERICAN.test(digits) || (parsePhoneNumberFromString(`+${digits}`)?.isValid() ?? false);
}

/** Reads a number with + or 00. Accepts unknown codes after 00, which not every country dials for +. */
function readInternational(bare: string, digits: string): PhoneReading {
  const isKnown = !bare.startsWith('+') || parsePhoneNumberFromString(bare) !== undefined;
  return isKnown ? { digits } : { error: UNKNOWN_COUNTRY_CODE };
}

function nationalReading(bare: string, country: Country): { digits: string; isValid: boolean } | null {
  const number = parsePhoneNumberFromString(bare, { defaultCountry: country, extract: false });
  if (!number?.isPossible()) return null;
  const digits = number.number.slice(1);
  return E164.test(digits) ? { digits, isValid: number.isValid() } : null;
}

/** Whether digits need a workspace country: with a trunk 0, or short numbers of small countries. */
function canBeNational(typed: string): boolean {
  const bare = bareOf(typed);
  return bare !== null && !isExplicit(bare) && /^(?:0\d{3,15}|[1-9]\d{3,5})$/.test(bare);
}

function notOf(country: Country): string {
  return `starts with 0 and is not a valid number for your workspace's country (${countryName(country)}). Check the digits, or include the country code, ${EXAMPLE}`;
}
