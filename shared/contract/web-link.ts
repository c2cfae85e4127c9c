import { z } from 'zod';
import { required } from '../domain/text.ts';

const LINK_MAX = 2_048;

/** Validates URLs with the runtime's own parser, which zod uses. */
const AddressSchema = z.url();

/** An address from which the platform downloads a file: http or https, without credentials. */
export const WebLinkSchema = z
  .string(required('the public http or https address of the file'))
  .max(LINK_MAX, `must have at most ${LINK_MAX} characters`)
  .superRefine((link, context) => {
    const problem = problemIn(link);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .describe('A public http or https address from which the platform downloads the file');

function problemIn(link: string): string | null {
  if (/[\s\p{Cc}\p{Surrogate}]/u.test(link)) {
    return 'must not contain spaces or control characters: write a space as %20';
  }
  if (!/^https?:\/\/[^/\\]/i.test(link) || !AddressSchema.safeParse(link).success) {
    return 'must be an address that starts with http:// or https://';
  }
  if (/^[^/]*\/\/[^/\\?#]*@/.test(link)) {
    return 'must not contain a user name or password: the platform downloads the file without signing in';
  }
  return null;
}
