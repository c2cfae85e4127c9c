import type { AnyWebhookEvent, WebhookEvent } from './generated/types.ts';

/** The request is not signed with the secret, or is too old. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** The headers of a request, from fetch or from Node. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The tolerance for differences between clocks and for slow requests. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Verifies a webhook as Standard Webhooks specifies and returns its event. It must be signed with `secret`
 * (`whsec_…`) and at most five minutes old. `rawBody` is the unparsed body. An endpoint that subscribes to more than
 * messages asks for `verifyWebhook<AnyWebhookEvent>(…)`.
 *
 * @throws {WebhookVerificationError} when verification fails; its message says why.
 */
export async function verifyWebhook<Event extends AnyWebhookEvent = WebhookEvent>(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<Event> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  checkTime(timestamp);

  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const key = await keyOf(secret);
  for (const signature of signatures) {
    const [version, value] = signature.split(',');
    const bytes = version === 'v1' && value ? bytesOf(value) : null;
    // `verify` compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) {
      return JSON.parse(new TextDecoder().decode(body)) as Event;
    }
  }
  throw new WebhookVerificationError('No signature matches: wrong secret, or the body was changed.');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const one = Array.isArray(value) ? value[0] : value;
  if (typeof one === 'string' && one !== '') return one;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

function checkTime(timestamp: string): void {
  const age = Date.now() / 1_000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a Unix time.');
  if (Math.abs(age) <= TOLERANCE_SECONDS) return;
  throw new WebhookVerificationError(
    age > 0 ? 'The request is older than five minutes.' : 'The timestamp of the request is in the future.',
  );
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) {
    throw new WebhookVerificationError(
      'The secret is not well-formed: it must be whsec_ followed by base64.',
    );
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Returns null when the text is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
