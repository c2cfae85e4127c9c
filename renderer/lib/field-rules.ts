import type { ZodType } from 'zod';
import { EmailSchema } from '../../shared/domain/text.ts';
import { capitalised } from './form-errors.ts';
import { t } from './i18n.ts';

/** What a form asks of a field: a sentence for it, or null when it is fine. */
export type FieldRule<Value> = (value: Value) => string | null;

/** What the contract asks, such as a longest length: limits are said in one place. */
export function allowed<Value>(schema: ZodType): FieldRule<Value> {
  return (value) => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    return issue ? capitalised(issue.message) : null;
  };
}

/** A field that must be filled in: `ask` says so; what is there must be `allowed`. */
export function required(ask: string, schema: ZodType): FieldRule<string> {
  const isAllowed = allowed<string>(schema);
  return (value) => (value.trim() === '' ? ask : isAllowed(value));
}

/** An email address that is there. */
export const emailRule: FieldRule<string> = (value) => {
  if (value.trim() === '') return t('fields.emailMissing');
  return EmailSchema.safeParse(value).success ? null : t('fields.emailInvalid');
};
