import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns whether a request is signed with one of the secrets, as Standard Webhooks says. Written as a receiver does
 * it, apart from the code that signs, so that a mistake in one of them shows.
 */
export function isSignedBy(
  secrets: readonly string[],
  headers: readonly (readonly [string, string])[],
  body: Buffer,
): boolean {
  const header = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const signed = Buffer.concat([
    Buffer.from(`${header('webhook-id')}.${header('webhook-timestamp')}.`),
    body,
  ]);
  const given = header('webhook-signature')
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice('v1,'.length), 'base64'));
  return secrets.some((secret) => {
    const wanted = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(signed)
      .digest();
    return given.some((mac) => mac.length === wanted.length && timingSafeEqual(mac, wanted));
  });
}
