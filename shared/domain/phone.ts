import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { type Country, countryName } from './country.ts';

const DECORATION = /[\s()\-.]/g;
/** The zero that is dialled inside a country only, written as in +49 (0) 170. Italy's is part of the number. */
const TRUNK_ZERO = /^(?!(?:\+|00)?39\D)((?:\+|00)?[1-9]\d{0,2}[\s\-.]*)\(0\)/;
/** What can be sent to (E.164). No country code starts with 0. */
const E164 = /^[1-9]\d{6,14}$/;
/** Every number of country code 1, made-up ones included: no area code starts with 0 or 1 or has 9 in the middle. */
const NORTH_AMERICAN = /^1[2-9][0-8]\d{8}$/;

const EXAMPLE = 'as in +49 170 1234567';
const NOT_A_PHONE = `must be a phone number with a country code: 7 to 15 digits, ${EXAMPLE}`;
const NO_COUNTRY_CODE = `has no country code. Add it and drop the leading 0, ${EXAMPLE}`;
const UNKNOWN_COUNTRY_CODE = `starts with an unknown country code. Start with + and a valid country code, ${EXAMPLE}`;

/** A phone number as it is stored, or what is wrong with it, as a sentence goes on after the field's name. */
export type PhoneReading = { digits: string } | { fault: string };

export interface PhoneContext {
  /** The country of numbers that are written without their country code; null when none is chosen. */
  country: Country | null;
  /**
   * Which reading is taken where digits are a number of the country and, with a + in front, one of another too.
   * Programs send country codes, people at a form leave them out.
   */
  prefers?: 'international' | 'national';
}

/**
 * Returns the digits of what was typed, however many there are, without decoration, a leading + and a bracketed
 * trunk zero. Null when there is anything else in it.
 */
export function phoneDigits(typed: string): string | null {
  return bareOf(typed)?.replace('+', '') ?? null;
}

/**
 * Returns the digits of a number that is written with its country code; null when it is no such number. 00 counts
 * as +.
 */
export function parsePhone(typed: string): string | null {
  const digits = phoneDigits(typed)?.replace(/^00/, '') ?? '';
  return E164.test(digits) ? digits : null;
}

/** Returns whether the country of the workspace decides how a number is read. */
export function needsCountry(typed: string): boolean {
  const bare = bareOf(typed);
  return bare !== null && !isExplicit(bare) && !isLikelyInternational(bare);
}

/**
 * Reads a phone number as a person or a program typed it. With + or 00 it is international. Without, it is taken as
 * international when it is a whole number as it stands, else as a number of the country, and else as it stands: only
 * what no country can have is refused.
 */
export function readPhone(typed: string, { country, prefers = 'international' }: PhoneContext): PhoneReading {
  const bare = bareOf(typed);
  if (bare === null) return { fault: NOT_A_PHONE };
  const digits = parsePhone(typed);
  if (isExplicit(bare)) return digits === null ? { fault: NOT_A_PHONE } : readInternational(bare, digits);

  const national = country && nationalReading(bare, country);
  if (national?.isValid && (prefers === 'national' || !isLikelyInternational(bare)))
    return { digits: national.digits };
  const taken = digits ?? national?.digits;
  if (taken !== undefined) return { digits: taken };
  if (!/^0\d{3,15}$/.test(bare)) return { fault: NOT_A_PHONE };
  return { fault: country ? notOf(country) : NO_COUNTRY_CODE };
}

/**
 * Returns the reading of typed digits as a number of the country, for finding a contact; null when they are none or
 * are written with a country code.
 */
export function nationalDigits(typed: string, country: Country): string | null {
  const bare = bareOf(typed);
  return bare === null || isExplicit(bare) ? null : (nationalReading(bare, country)?.digits ?? null);
}

/** Returns the country of a number that is written with its country code; null when it is not certain. */
export function countryOfPhone(typed: string): Country | null {
  const digits = parsePhone(typed);
  return (digits !== null && parsePhoneNumberFromString(`+${digits}`)?.country) || null;
}

/** Returns whether digits with country code are a whole number of their country, as far as its rules say. */
export function isWholePhone(digits: string): boolean {
  return NORTH_AMERICAN.test(digits) || (parsePhoneNumberFromString(`+${digits}`)?.isPossible() ?? false);
}

/**
 * A phone number as callers type it. Refuses only what is none in any country; `readPhone` decides with the country
 * of the workspace.
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
    context.addIssue({ code: 'custom', message: reading.fault });
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

function bareOf(typed: string): string | null {
  const bare = typed.trim().replace(TRUNK_ZERO, '$1').replace(DECORATION, '');
  return /^\+?\d+$/.test(bare) ? bare : null;
}

/** Written with a country code, and so the same number in every workspace. */
function isExplicit(bare: string): boolean {
  return bare.startsWith('+') || bare.startsWith('00');
}

function isLikelyInternational(digits: string): boolean {
  return NORTH_AMERICAN.test(digits) || (parsePhoneNumberFromString(`+${digits}`)?.isValid() ?? false);
}

/** 00 is what some countries dial for +, so there a code that does not exist is not held against it. */
function readInternational(bare: string, digits: string): PhoneReading {
  const isKnown = !bare.startsWith('+') || parsePhoneNumberFromString(bare) !== undefined;
  return isKnown ? { digits } : { fault: UNKNOWN_COUNTRY_CODE };
}

function nationalReading(bare: string, country: Country): { digits: string; isValid: boolean } | null {
  const number = parsePhoneNumberFromString(bare, { defaultCountry: country, extract: false });
  if (!number?.isPossible()) return null;
  const digits = number.number.slice(1);
  return E164.test(digits) ? { digits, isValid: number.isValid() } : null;
}

/** Digits that only the country of a workspace can make sense of: with a trunk 0, or short ones of a small country. */
function canBeNational(typed: string): boolean {
  const bare = bareOf(typed);
  return bare !== null && !isExplicit(bare) && /^(?:0\d{3,15}|[1-9]\d{3,5})$/.test(bare);
}

function notOf(country: Country): string {
  return `starts with 0 and is not a valid number for your workspace's country (${countryName(country)}). Check the digits, or include the country code, ${EXAMPLE}`;
}
