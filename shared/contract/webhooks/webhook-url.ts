import { z } from 'zod';
import { required } from '../../domain/text.ts';

const URL_MAX = 2_048;

/** Validates URLs with the runtime's own parser, which zod uses. */
const AddressSchema = z.url();

/** A webhook URL: https, or http to ranges that the operator has allowed. No credentials. */
export const WebhookUrlSchema = z
  .string(required('the address of your receiver, such as https://example.com/webhooks'))
  .trim()
  .max(URL_MAX, `must have at most ${URL_MAX} characters`)
  .superRefine((value, context) => {
    const problem = problemIn(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

function problemIn(value: string): string | null {
  if (/[\s\p{Cc}\p{Surrogate}\\]/u.test(value)) return 'must not contain spaces or control characters';
  if (!/^https?:\/\/[^/]/i.test(value) || !AddressSchema.safeParse(value).success) {
    return 'must be an address that starts with https://';
  }
  if (/^[^/]*\/\/[^/?#]*@/.test(value)) {
    return 'must not contain a user name or password: add an authorization header instead';
  }
  return value.includes('#') ? 'must not contain a fragment (#…): it would not be sent' : null;
}
