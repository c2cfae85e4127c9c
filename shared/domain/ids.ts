import { z } from 'zod';

/**
 * Ids are opaque to callers: a prefix that says what the thing is, then 26 characters of Crockford
 * base 32 that hold a UUIDv7, so they sort by creation time. The server makes and decodes them.
 */
export const ID_PREFIX = {
  apiKey: 'key',
  auditEntry: 'au',
  contact: 'ct',
  conversation: 'cv',
  media: 'med',
  inferenceKey: 'ik',
  inferenceWorker: 'iw',
  message: 'msg',
  parkedItem: 'pk',
  promptLogEntry: 'pl',
  session: 'ses',
  template: 'tpl',
  user: 'usr',
  webhookDelivery: 'whd',
  webhookEndpoint: 'whe',
  webhookEvent: 'evt',
} as const;

export type IdKind = keyof typeof ID_PREFIX;

/** The alphabet of Crockford base 32 in lower case: no i, l, o or u. */
export const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

const BODY = '[0-7][0-9a-hjkmnp-tv-z]{25}';

/** A schema for one kind of id. A well-formed id that names nothing is a 404, not a fault of form. */
export function idSchema(kind: IdKind) {
  return z
    .string()
    .regex(new RegExp(`^${ID_PREFIX[kind]}_${BODY}$`), `must be an id that starts with ${ID_PREFIX[kind]}_`);
}

/** A tenant's id carries no prefix: it stands inside API keys and callback addresses. */
export const TenantIdSchema = z.string().regex(new RegExp(`^${BODY}$`), 'must be a workspace id');

export function isId(kind: IdKind, value: string): boolean {
  return (
    value.startsWith(`${ID_PREFIX[kind]}_`) &&
    new RegExp(`^${BODY}$`).test(value.slice(ID_PREFIX[kind].length + 1))
  );
}
