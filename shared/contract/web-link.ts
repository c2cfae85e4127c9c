import { z } from 'zod';
import { required } from '../domain/text.ts';

const LINK_MAX = 2_048;

/** An address that the platform fetches a file from: http or https, without a login in it. */
export const WebLinkSchema = z
  .string(required('the public http or https address of the file'))
  .max(LINK_MAX, `must have at most ${LINK_MAX} characters`)
  .superRefine((link, context) => {
    const fault = faultOf(link);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  })
  .describe('A public http or https address; the platform fetches the file from there');

function faultOf(link: string): string | null {
  if (/[\s\p{Cc}\p{Surrogate}]/u.test(link)) {
    return 'must not contain blanks or control characters: write a blank as %20';
  }
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) {
    return 'must be an address that starts with http:// or https://';
  }
  const { username, password } = new URL(link);
  if (username !== '' || password !== '') {
    return 'must not contain a user name or password: the platform fetches the file without logging in';
  }
  return null;
}
