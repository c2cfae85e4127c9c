import { z } from 'zod';

const HEADERS_MAX = 10;
const NAME = /^(?:x-[a-z0-9-]{1,60}|authorization)$/i;
/** Headers with a special meaning for proxies and cloud services. They could redirect a request. */
const RESERVED =
  /^x-(?:forwarded|real-ip|amz|goog|ms-|http-method|original|rewrite|host|client|cluster|envoy)/i;
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/;

/** Custom headers that are sent with every delivery: `authorization`, or names that begin with `x-`. */
export const WebhookHeadersSchema = z
  .array(
    z.strictObject({
      name: z
        .string()
        .trim()
        .toLowerCase()
        .regex(NAME, 'must be authorization, or start with x- and contain only letters, digits and dashes')
        .refine((name) => !RESERVED.test(name), 'is reserved for proxies and cannot be set'),
      value: z
        .string()
        .regex(VALUE, 'must be 1 to 1000 printable ASCII characters without leading or trailing spaces')
        .optional()
        .describe('Omit it in an update to keep the stored value'),
    }),
  )
  .max(HEADERS_MAX, `must have at most ${HEADERS_MAX} headers`)
  .refine(
    (headers) => new Set(headers.map(({ name }) => name)).size === headers.length,
    'names a header twice',
  );
