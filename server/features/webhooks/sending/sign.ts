import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Returns a new endpoint secret: `whsec_` and 32 random bytes in base64. */
export function makeSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/**
 * Returns the value of `webhook-signature` as specified by Standard Webhooks: for each secret, newest first,
 * `v1,` and the base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>`, separated by spaces.
 */
export function signatures(secrets: readonly string[], id: string, timestamp: number, body: Buffer): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
      return `v1,${mac.digest('base64')}`;
    })
    .join(' ');
}
