import { type ApiErrorCode, asApiError, sentenceOf } from '../api/api-error.ts';
import { translateSentence } from '../translate-sentence.ts';

/** The field that an error code belongs to, such as the phone number that is taken. */
export type FieldByCode = Readonly<Partial<Record<ApiErrorCode, string>>>;

/** The errors of a form: one for each field, and one for the form as a whole. */
export interface FormErrors {
  fields: Record<string, string>;
  general: string | null;
}

/** Assigns the errors of a failed request to the fields of a form. Errors without a field are `general`. */
export function formErrors(
  error: unknown,
  fields: readonly string[],
  fieldByCode: FieldByCode = {},
): FormErrors {
  const failure = asApiError(error);
  const field = fieldByCode[failure.code];
  if (field !== undefined) return { fields: { [field]: failure.message }, general: null };
  const found: Record<string, string> = {};
  let isPlaced = failure.details.length > 0;
  for (const detail of failure.details) {
    const name = detail.path.replace(/^body\./, '').split(/[.[]/, 1)[0] ?? '';
    if (fields.includes(name)) found[name] ??= capitalised(detail.message);
    else isPlaced = false;
  }
  return { fields: found, general: isPlaced ? null : sentenceOf(error) };
}

/** Returns a message of the contract (`must be …`) as a sentence for a field. */
export function capitalised(message: string): string {
  const text = translateSentence(message);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
