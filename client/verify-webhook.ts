import type { WebhookEvent } from './generated/types.ts';

/** The request did not come from the server that has the secret, or comes too late. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** A request's headers: those of fetch, or those of Node. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How far the clocks may be apart, and how long a request may be on its way. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Checks that a webhook was sent by the server that has `secret` (`whsec_…`) within the last five minutes, as Standard
 * Webhooks say, and returns its event. `rawBody` is the body as it came, before any JSON parser.
 *
 * @throws {WebhookVerificationError} when anything is amiss; its message says what.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent> {
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
    // Compares in a time that does not depend on where the difference is.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) {
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
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
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no Unix time.');
  if (Math.abs(age) <= TOLERANCE_SECONDS) return;
  throw new WebhookVerificationError(
    age > 0 ? 'The request is older than five minutes.' : 'The request comes from the future.',
  );
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) {
    throw new WebhookVerificationError('The secret is not well-formed: it is whsec_ and base64.');
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Null when it is not base64. */
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
