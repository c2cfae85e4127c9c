import { z } from 'zod';

const DECORATION = /[\s()\-.]/g;

/**
 * The digits of a phone number with its country code, or null when `typed` is no such number.
 * Takes a leading +, spaces, dashes, dots and brackets; wants 7 to 15 digits (E.164).
 */
export function parsePhone(typed: string): string | null {
  const digits = typed.trim().replace(DECORATION, '').replace(/^\+/, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** A phone number as callers type it; the parsed value holds digits alone. */
export const PhoneSchema = z
  .string()
  .max(40, 'must have at most 40 characters')
  .transform((typed, context) => {
    const digits = parsePhone(typed);
    if (digits !== null) return digits;
    context.addIssue({ code: 'custom', message: 'must be a phone number with country code: 7 to 15 digits' });
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

/** How the digits after the country code are grouped, by how many there are. */
const GROUPS: Readonly<Record<number, readonly number[]>> = {
  5: [2, 3],
  6: [3, 3],
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [2, 5, 4],
  12: [4, 4, 4],
};

/** A number as people read it: a plus, the country code, groups. Display only. */
export function formatPhone(digits: string): string {
  const [, country, rest] = COUNTRY.exec(digits) ?? [];
  const groups = rest === undefined ? undefined : GROUPS[rest.length];
  if (country === undefined || rest === undefined || !groups) return `+${digits}`;
  let place = 0;
  const parts = groups.map((size) => {
    place += size;
    return rest.slice(place - size, place);
  });
  return `+${country} ${parts.join(' ')}`;
}

/** Country codes have one, two or three digits; the first digits tell which. */
const COUNTRY = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;
