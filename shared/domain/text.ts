import { z } from 'zod';

const LONE_SURROGATE = /\p{Surrogate}/u;
const NUL = /\0/;
const CONTROL = /\p{Cc}/u;

/** The fault of a field that is not there, with what belongs into it: for a schema's parameters. */
export function required(what: string) {
  return {
    error: ({ input }: { input?: unknown }) => (input === undefined ? `is required: ${what}` : undefined),
  };
}

/**
 * Text as people type it: any language, line breaks and tabs, but nothing that cannot be stored and shown.
 * `what` is said when the field is missing.
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

/** One line of text: a name, a label, a tag. Surrounding blanks are dropped; control characters are refused. */
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

/** Signs that turn the direction of writing: they make the end of a file's name look like another. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's name for a file as one line that can be kept; null when nothing is left of it. */
export function fileNameOf(given: string, max = 240): string | null {
  const line = given
    .replace(TURNS, '')
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .trim();
  return [...line].slice(0, max).join('') || null;
}

export const EmailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an email address'));

/** Times on the wire: ISO 8601, UTC, milliseconds. */
export const TimeSchema = z.iso.datetime({ precision: 3 });
