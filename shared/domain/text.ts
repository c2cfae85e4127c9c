import { z } from 'zod';

const LONE_SURROGATE = /\p{Surrogate}/u;
const NUL = /\0/;
const CONTROL = /\p{Cc}/u;

/** Returns schema parameters with the error for a missing field. `what` describes the expected value. */
export function required(what: string) {
  return {
    error: ({ input }: { input?: unknown }) => (input === undefined ? `is required: ${what}` : undefined),
  };
}

/**
 * Returns the schema of free text: any language, line breaks and tabs, but nothing that cannot be stored and
 * shown.
 * @param options.what describes the field in the error when it is missing.
 */
export function freeText(options: { min?: number; max: number; what?: string }) {
  return z
    .string(options.what === undefined ? undefined : required(options.what))
    .min(options.min ?? 0, options.min === 1 ? 'must not be empty' : undefined)
    .max(options.max, `must have at most ${options.max} characters`)
    .refine((value) => !NUL.test(value), 'must not contain NUL characters')
    .refine(
      (value) => !LONE_SURROGATE.test(value),
      'must be well-formed Unicode (it contains an unpaired surrogate)',
    );
}

/** Returns the schema of one line of text, such as a name. Trims spaces and rejects control characters. */
export function lineText(options: { min?: number; max: number }) {
  return z
    .string()
    .trim()
    .min(options.min ?? 0, options.min === 1 ? 'must not be empty' : undefined)
    .max(options.max, `must have at most ${options.max} characters`)
    .refine((value) => !CONTROL.test(value), 'must not contain control characters')
    .refine(
      (value) => !LONE_SURROGATE.test(value),
      'must be well-formed Unicode (it contains an unpaired surrogate)',
    );
}

/** Half a pair at the end of a text that was cut, which is no character and cannot be stored or sent. */
const HALF_PAIR = /[\ud800-\udbff]$/;

/** Returns the beginning of a text, of at most so many UTF-16 units, cut between two characters. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(HALF_PAIR, '');
}

/** Bidirectional control characters. They can disguise a file extension. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Cleans an untrusted file name to one line that can be stored; null when nothing is left. */
export function fileNameOf(given: string, max = 240): string | null {
  const line = given
    .replace(BIDI_CONTROLS, '')
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .trim();
  return [...line].slice(0, max).join('') || null;
}

export const EmailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an email address'));

const INSTANT_MEANING = 'must be a time in ISO 8601 with a time zone, such as 2026-03-04T16:41:00Z';

/** A time in a request: ISO 8601, in any time zone, with or without fractions of a second. */
export const InstantSchema = z.iso.datetime({ offset: true, error: INSTANT_MEANING });

/** Times on the wire: ISO 8601, UTC, milliseconds. */
export const TimeSchema = z.iso.datetime({ precision: 3, error: INSTANT_MEANING });
