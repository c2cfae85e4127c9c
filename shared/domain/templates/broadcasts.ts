import { firstName } from '../saved-reply.ts';

/** `scheduled`: waits for its time. `paused`: nothing more is queued. `completed` and `canceled` are final but for a retry. */
export const BROADCAST_STATUSES = ['scheduled', 'running', 'paused', 'completed', 'canceled'] as const;
export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];

/** Why a broadcast is paused: by a person or program, because going on would harm the number, or because it cannot go on. */
export const BROADCAST_PAUSES = [
  'requested',
  'platform_limit',
  'quality',
  'template',
  'not_connected',
  'too_large',
  'server_error',
] as const;
export type BroadcastPause = (typeof BROADCAST_PAUSES)[number];

/**
 * Why nobody gets a running broadcast right now: it is outside the hours or before the time of those who are left, or the
 * number has used up its messaging limit.
 */
export const BROADCAST_WAITS = ['recipient_time', 'daily_limit'] as const;
export type BroadcastWait = (typeof BROADCAST_WAITS)[number];

/** Why a person of the audience gets no message, in the order in which it is looked for. */
export const BROADCAST_EXCLUSIONS = [
  'blocked',
  'unsubscribed',
  'no_phone',
  'already_reached',
  'missing_value',
  'invalid_value',
  'canceled',
] as const;
export type BroadcastExclusion = (typeof BROADCAST_EXCLUSIONS)[number];

/** What came of one person of the audience. */
export const RECIPIENT_RESULTS = [
  'waiting',
  'excluded',
  'queued',
  'sent',
  'delivered',
  'read',
  'failed',
] as const;
export type RecipientResult = (typeof RECIPIENT_RESULTS)[number];

/**
 * What recipients can be filtered by: their results, those who wrote within three days, all who were not excluded, and
 * those to whom it was delivered, also if they have read it.
 */
export const RECIPIENT_FILTERS = [...RECIPIENT_RESULTS, 'replied', 'included', 'received'] as const;
export type RecipientFilter = (typeof RECIPIENT_FILTERS)[number];

export const BROADCAST_RECIPIENTS_MAX = 100_000;
export const BROADCAST_CONTACTS_MAX = 1_000;
export const BROADCASTS_ACTIVE_MAX = 20;
/** After so long without one step that succeeds, a broadcast is paused. */
export const BROADCAST_FAILING_MS = 5 * 60_000;
/** What one server sends at most for the broadcasts of a workspace while the quality of its number is not high. */
export const SLOW_PER_MINUTE = 600;

/**
 * The codes of failures that do not lie with the person or the message, so that another try may succeed: outages,
 * limits, a paused template, what waited too long, and a merge of contacts that was undone.
 */
export const RETRIABLE_CODES: readonly string[] = [
  'send_expired',
  'already_reached',
  '1',
  '2',
  '4',
  '80007',
  '130429',
  '131000',
  '131016',
  '131048',
  '131049',
  '131056',
  '131057',
  '132015',
];

/** The codes of failures that say that the number or the template is being held back: a broadcast pauses. */
export const HOLDING_CODES: readonly string[] = ['131048', '132015', '132016', '131031', '368'];

const PLACEHOLDER = /\{\{\s*([^{}|]*?)\s*(?:\|([^{}]*?))?\}\}/g;
const PLAIN = ['contact.name', 'contact.first_name', 'contact.phone', 'contact.email'] as const;
/** A custom field, by its key. */
const ATTRIBUTE = /^contact\.attributes\.([a-z][a-z0-9_]{0,39})$/;

/** The names that a value of a template can hold in double braces, without those of custom fields. */
export const BROADCAST_VARIABLES: readonly string[] = PLAIN;

/** What the values of a template can name of a contact. */
export interface BroadcastPerson {
  name: string;
  phone: string | null;
  email: string | null;
  attributes: Readonly<Record<string, unknown>>;
}

/**
 * Returns what is wrong with the double braces of a value; null when nothing is. `attributes` are the keys of the custom
 * fields that there are.
 */
export function placeholderError(text: string, attributes: ReadonlySet<string>): string | null {
  let unknown: string | null = null;
  const rest = text.replace(PLACEHOLDER, (_whole, name: string) => {
    const key = ATTRIBUTE.exec(name)?.[1];
    const isKnown = (PLAIN as readonly string[]).includes(name) || (key !== undefined && attributes.has(key));
    if (!isKnown) unknown ??= name;
    return '';
  });
  if (unknown !== null) return `has the unknown variable ${String(unknown).slice(0, 60)}`;
  return /\{\{|\}\}/.test(rest) ? 'has double braces that are not a variable' : null;
}

/** Returns the value for a contact; null when a variable without a fallback has no value. */
export function fillForContact(text: string, person: BroadcastPerson): string | null {
  let isMissing = false;
  const filled = text.replace(PLACEHOLDER, (_whole, name: string, fallback: string | undefined) => {
    // The platform rejects line breaks and long runs of spaces in values.
    const value = valueFor(name, person).replace(/\s+/g, ' ').trim() || (fallback ?? '').trim();
    if (value === '') isMissing = true;
    return value;
  });
  return isMissing ? null : filled;
}

function valueFor(name: string, { attributes, ...person }: BroadcastPerson): string {
  switch (name) {
    case 'contact.name':
      return person.name;
    case 'contact.first_name':
      return firstName(person.name);
    case 'contact.phone':
      return person.phone ?? '';
    case 'contact.email':
      return person.email ?? '';
    default: {
      const value = attributes[ATTRIBUTE.exec(name)?.[1] ?? ''];
      return value === undefined || value === null ? '' : String(value);
    }
  }
}

/** The texts of the parameters of a component, each with its place, and a function that puts others in their place. */
export function textsOf(component: unknown, path = ''): { path: string; text: string }[] {
  const found: { path: string; text: string }[] = [];
  mapTexts(component, path, (text, at) => {
    found.push({ path: at, text });
    return text;
  });
  return found;
}

/** The properties of parameters whose text may name the contact. */
const FILLED = ['text', 'payload', 'coupon_code'];

/** Returns a copy of components with each text of a parameter changed. */
export function mapTexts<T>(value: T, path: string, change: (text: string, path: string) => string): T {
  if (Array.isArray(value)) {
    return value.map((one, index) => mapTexts(one, join(path, String(index)), change)) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    const at = join(path, name);
    const isText = typeof inner === 'string' && FILLED.includes(name);
    return [name, isText ? change(inner, at) : mapTexts(inner, at, change)];
  });
  return Object.fromEntries(entries) as T;
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
