import { z } from 'zod';
import { required } from '../domain/text.ts';

const URL_MAX = 2_048;

/** What parsers of addresses take; zod asks the runtime's own. */
const AddressSchema = z.url();

/** Where webhooks go: https, or http towards ranges that the server's operator has allowed; no login in it. */
export const WebhookUrlSchema = z
  .string(required('the address of your receiver, such as https://example.com/webhooks'))
  .trim()
  .max(URL_MAX, `must have at most ${URL_MAX} characters`)
  .superRefine((value, context) => {
    const fault = faultOf(value);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

function faultOf(value: string): string | null {
  if (/[\s\p{Cc}\p{Surrogate}\\]/u.test(value)) return 'must not contain spaces or control characters';
  if (!/^https?:\/\/[^/]/i.test(value) || !AddressSchema.safeParse(value).success) {
    return 'must be an address that starts with https://';
  }
  if (/^[^/]*\/\/[^/?#]*@/.test(value)) {
    return 'must not contain a user name or password: add an authorization header instead';
  }
  return value.includes('#') ? 'must not contain a fragment (#…): it would not be sent' : null;
}
