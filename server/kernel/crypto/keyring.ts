import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Everything that needs SECRET_KEY, behind names of purposes. Each purpose has its own sub-key (HKDF),
 * so that knowing one tells nothing of the others.
 */
export interface Keyring {
  /** The version of the key that new fingerprints are made with; stored beside them. */
  readonly version: number;
  /** HMAC-SHA256 of a token under the sub-key for fingerprints. */
  fingerprint(token: string): Buffer;
  /** AES-256-GCM; `context` is bound in, so a value moved to another row does not open. */
  seal(plain: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  /** HMAC for values that travel through callers and must come back unchanged, such as cursors. */
  sign(text: string): Buffer;
}

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createKeyring(secretKey: string): Keyring {
  const fingerprintKey = subKey(secretKey, 'token-fingerprint');
  const boxKey = subKey(secretKey, 'secret-box');
  const signingKey = subKey(secretKey, 'cursor');
  return {
    version: VERSION,
    fingerprint: (token) => createHmac('sha256', fingerprintKey).update(token).digest(),
    sign: (text) => createHmac('sha256', signingKey).update(text).digest(),
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', boxKey, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, context) => {
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', boxKey, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      return (
        decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      );
    },
  };
}

function subKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'switchboard', purpose, 32));
}
