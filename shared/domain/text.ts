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
      'must be well-formed Unicode (it has half of a surrogate pair)',
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
      'must be well-formed Unicode (it has half of a surrogate pair)',
    );
}

export const EmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('must be an e-mail address'));

/** Times on the wire: ISO 8601, UTC, milliseconds. */
export const TimeSchema = z.iso.datetime({ precision: 3 });
