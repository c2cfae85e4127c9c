import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import { makeStorableJson } from '../../../shared/domain/storable-json.ts';

/**
 * Lenient readers for untrusted input. Anything missing or invalid is null or empty, numbers are accepted
 * where text is documented, and nothing but `required` throws.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** The reason why a part of a callback cannot be read, worded for people who look at parked items. */
export class UnreadableError extends Error {}

/** The longest phone number in digits (E.164). Anything longer is a platform id. */
const PHONE_DIGITS_MAX = 15;
/** From this value on, a timestamp is in milliseconds: as seconds it would be after the year 5000. */
const MILLISECONDS_FROM = 100_000_000_000;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object; null for anything else, including lists. */
export function object(value: unknown): Fields | null {
  return isFields(value) ? value : null;
}

/** Returns the objects of a list, without its other entries. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/**
 * Returns a number as text, and anything else unchanged. A whole number that is too large to be exact stays a
 * number, so that it is no id: two ids could become the same one.
 */
export function asText(value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value : String(value);
}

/** Returns a text or a number as text; null for anything else or an empty text. */
export function word(value: unknown): string | null {
  const text = asText(value);
  return typeof text === 'string' && text !== '' ? text : null;
}

/**
 * Returns a required text.
 * @throws {UnreadableError} when it is missing or too long to be stored. It names the field.
 */
export function required(name: string, value: unknown, max = 255): string {
  const text = word(value);
  if (text === null || text.length > max)
    throw new UnreadableError(PARKED_REASONS.write('text_length', { field: name, max }));
  return text;
}

export function number(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : null;
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** Returns an http or https URL; null for any other (javascript:, file:), because people may open it. */
export function webAddress(value: unknown): string | null {
  const text = word(value);
  return text !== null && /^https?:\/\/[^\s]+$/i.test(text) ? text : null;
}

/** Truncates by code points: half an emoji cannot be stored. */
export function clamp(text: string, max: number): string {
  return text.length <= max ? text : [...text.slice(0, max * 2)].slice(0, max).join('');
}

/** Returns the digits of a phone number in any spelling; null for anything else. */
export function phoneDigits(value: unknown): string | null {
  const text = asText(value);
  if (typeof text !== 'string' || !/^\+?[\d\s().-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  return digits.length >= 5 && digits.length <= PHONE_DIGITS_MAX ? digits : null;
}

/** Returns a Unix time in whole seconds, from seconds or milliseconds; null when missing or implausible. */
export function unixSeconds(value: unknown): number | null {
  const time = typeof value === 'string' && /^\d{1,16}(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof time !== 'number' || !Number.isFinite(time) || time <= 0) return null;
  const seconds = Math.floor(time >= MILLISECONDS_FROM ? time / 1_000 : time);
  return seconds < MILLISECONDS_FROM ? seconds : null;
}

/** Makes a part of a callback storable as JSON. Mutates it; see `makeStorableJson`. */
export function storable(part: Fields): Record<string, unknown> {
  return makeStorableJson(part) as Record<string, unknown>;
}
