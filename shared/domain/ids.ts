import { z } from 'zod';

/**
 * The prefix of each kind of id. Ids are opaque to callers. After the prefix follow 26 characters of
 * Crockford base 32 that encode a UUIDv7, so ids sort by creation time. Only the server creates and decodes
 * them.
 */
export const ID_PREFIX = {
  savedView: 'sv',
  savedReply: 'sr',
  apiKey: 'key',
  auditEntry: 'au',
  automationRule: 'ar',
  automationRun: 'arn',
  broadcast: 'bc',
  contact: 'ct',
  contactAction: 'ca',
  contactField: 'cf',
  contactImport: 'ci',
  conversation: 'cv',
  draftReplay: 'drp',
  media: 'med',
  inferenceKey: 'ik',
  inferenceWorker: 'iw',
  invitation: 'inv',
  label: 'lbl',
  loggedRequest: 'arq',
  message: 'msg',
  note: 'nt',
  notification: 'ntf',
  parkedItem: 'pk',
  promptLogEntry: 'pl',
  rehearsal: 'rh',
  replay: 'rpl',
  reminder: 'rem',
  replyProposal: 'rp',
  segment: 'seg',
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

/** Returns the schema of one kind of id. A well-formed id that does not exist is a 404, not a 400. */
export function idSchema(kind: IdKind) {
  return z
    .string()
    .regex(new RegExp(`^${ID_PREFIX[kind]}_${BODY}$`), `must be an id that starts with ${ID_PREFIX[kind]}_`);
}

/** Tenant ids have no prefix, because they are part of API keys and callback URLs. */
export const TenantIdSchema = z.string().regex(new RegExp(`^${BODY}$`), 'must be a workspace id');

export function isId(kind: IdKind, value: string): boolean {
  return (
    value.startsWith(`${ID_PREFIX[kind]}_`) &&
    new RegExp(`^${BODY}$`).test(value.slice(ID_PREFIX[kind].length + 1))
  );
}
