import { asApiError, sentenceOf } from './api-error.ts';
import { translateSentence } from './translate-sentence.ts';

/** The fault of a form: what to show at each field, and what to show above them all. */
export interface FormFaults {
  fields: Record<string, string>;
  general: string | null;
}

/**
 * Sorts a refused request into the fields of a form. `codes` names the field that a whole error is
 * about, such as a phone number that is taken.
 */
export function formFaults(
  error: unknown,
  fields: readonly string[],
  codes: Readonly<Record<string, string>> = {},
): FormFaults {
  const failure = asApiError(error);
  const field = codes[failure.code];
  if (field !== undefined) return { fields: { [field]: failure.message }, general: null };
  const found: Record<string, string> = {};
  let isPlaced = failure.details.length > 0;
  for (const detail of failure.details) {
    const name = detail.path.replace(/^body\./, '').split(/[.[]/, 1)[0] ?? '';
    if (fields.includes(name)) found[name] ??= capitalised(detail.message);
    else isPlaced = false;
  }
  return { fields: found, general: isPlaced ? null : sentenceOf(failure) };
}

/** Returns a message of the contract, which goes on a sentence (`must …`), as one that stands at a field. */
export function capitalised(message: string): string {
  const text = translateSentence(message);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
