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

/** A number as people read it: grouped, with a plus. Display only. */
export function formatPhone(digits: string): string {
  const match = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/.exec(digits);
  if (!match?.[1] || !match[2]) return `+${digits}`;
  const groups = match[2].match(/\d{1,3}(?=(?:\d{3})*\d{4}$)|\d{1,4}$/g) ?? [match[2]];
  return `+${match[1]} ${groups.join(' ')}`;
}
