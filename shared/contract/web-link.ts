import { z } from 'zod';
import { required } from '../domain/text.ts';

const LINK_MAX = 2_048;

/** Validates URLs with the runtime's own parser, which zod uses. */
const AddressSchema = z.url();

/** An address from which the platform downloads a file: http or https, without credentials. */
export const WebLinkSchema = z
  .string(required('the public http or https address of the file'))
  .max(LINK_MAX, `must have at most ${LINK_MAX} characters`)
  .superRefine(refuse((link) => problemOfLink(link) ?? problemOfUser(link)))
  .describe('A public http or https address from which WhatsApp downloads the file');

/** The address that a button opens in the browser of a customer: http or https. */
export const ButtonLinkSchema = z
  .string(required('the http or https address that the button opens'))
  .max(LINK_MAX, `must have at most ${LINK_MAX} characters`)
  .superRefine(refuse(problemOfLink))
  .describe('The http or https address that the button opens');

function refuse(problemIn: (link: string) => string | null) {
  return (link: string, context: z.core.$RefinementCtx<string>) => {
    const message = problemIn(link);
    if (message !== null) context.addIssue({ code: 'custom', message });
  };
}

function problemOfLink(link: string): string | null {
  if (/[\s\p{Cc}\p{Surrogate}]/u.test(link)) {
    return 'must not contain spaces or control characters: write a space as %20';
  }
  if (!/^https?:\/\/[^/\\]/i.test(link) || !AddressSchema.safeParse(link).success) {
    return 'must be an address that starts with http:// or https://';
  }
  return null;
}

function problemOfUser(link: string): string | null {
  if (/^[^/]*\/\/[^/\\?#]*@/.test(link)) {
    return 'must not contain a user name or password: WhatsApp downloads the file without signing in';
  }
  return null;
}
