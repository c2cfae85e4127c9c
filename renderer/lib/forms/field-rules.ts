import type { ZodType } from 'zod';
import { EmailSchema } from '../../../shared/domain/text.ts';
import { t } from '../i18n.ts';
import { capitalised } from './form-errors.ts';

/** Validates a field: returns an error as a sentence, or null. */
export type FieldRule<Value> = (value: Value) => string | null;

/** Validates a field by the schema of the contract, so that limits are defined once. */
export function allowed<Value>(schema: ZodType): FieldRule<Value> {
  return (value) => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    return issue ? capitalised(issue.message) : null;
  };
}

/** Validates a required field by the schema of the contract. `ask` is the error for an empty one. */
export function required(ask: string, schema: ZodType): FieldRule<string> {
  const isAllowed = allowed<string>(schema);
  return (value) => (value.trim() === '' ? ask : isAllowed(value));
}

/** Validates a required email address. */
export const emailRule: FieldRule<string> = (value) => {
  if (value.trim() === '') return t('fields.emailMissing');
  return EmailSchema.safeParse(value).success ? null : t('fields.emailInvalid');
};
