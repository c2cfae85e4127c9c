import type { ZodType } from 'zod';
import { EmailSchema } from '../../../shared/domain/text.ts';
import { t } from '../i18n.ts';
import { capitalised } from './form-errors.ts';

/** Validates a field. Returns an error as a sentence, or null. */
export type FieldRule<Value> = (value: Value) => string | null;

/** Returns a rule that validates a field with the contract's schema, so that limits are defined once. */
export function allowed<Value>(schema: ZodType): FieldRule<Value> {
  return (value) => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    return issue ? capitalised(issue.message) : null;
  };
}

/** Returns a rule for a required field with the contract's schema. `ask` is the error for an empty field. */
export function required(ask: string, schema: ZodType): FieldRule<string> {
  const isAllowed = allowed<string>(schema);
  return (value) => (value.trim() === '' ? ask : isAllowed(value));
}

/** The rule for a required email address. */
export const emailRule: FieldRule<string> = (value) => {
  if (value.trim() === '') return t('fields.emailMissing');
  return EmailSchema.safeParse(value).success ? null : t('fields.emailInvalid');
};

/** Returns the `fieldByCode` of a form for what the server can say about a new password. */
export function passwordErrors(field: string) {
  return { password_too_common: field, password_too_personal: field };
}
