import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Everything that needs SECRET_KEY, behind names of purposes. Each purpose has its own sub-key (HKDF),
 * so that knowing one tells nothing of the others.
 */
export interface Keyring {
  /** A byte that names the secret which new fingerprints are made under; stored beside them. */
  readonly version: number;
  /** HMAC-SHA256 of a token under the sub-key for fingerprints. */
  fingerprint(token: string): Buffer;
  /** The fingerprints that a token has had under this and every earlier secret, this one's first. */
  fingerprints(token: string): Buffer[];
  /** AES-256-GCM; `context` is bound in, so a value moved to another row does not open. */
  seal(plain: string, context: string): Buffer;
  /** Opens what was sealed under this or an earlier secret. @throws when none of them fits. */
  open(sealed: Buffer, context: string): string;
  /**
   * The same under the current secret; null when it is already. An earlier secret can be forgotten once nothing
   * needs it. @throws when none of them opens it.
   */
  reseal(sealed: Buffer, context: string): Buffer | null;
  /** HMAC for values that travel through callers and must come back unchanged, such as cursors. */
  sign(text: string): Buffer;
  /** HMAC for addresses that grant access by themselves, such as those of files. */
  signAddress(text: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * `earlier` are the secrets before this one, in any order: what was made under them stays good, so that a
 * rotation ends no API key and loses no stored secret. Everything new is made under `secretKey`.
 */
export function createKeyring(secretKey: string, earlier: readonly string[] = []): Keyring {
  const current = subKeysOf(secretKey);
  const all = [current, ...earlier.map(subKeysOf)];
  const fingerprintUnder = ({ fingerprintKey }: SubKeys, token: string) =>
    createHmac('sha256', fingerprintKey).update(token).digest();
  const seal: Keyring['seal'] = (plain, context) => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', current.boxKey, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([current.version]), nonce, cipher.getAuthTag(), body]);
  };
  const open: Keyring['open'] = (sealed, context) => {
    let fault: unknown;
    // The tag says which secret it was, more surely than a stored number could.
    for (const { boxKey } of all) {
      try {
        return openUnder(boxKey, sealed, context);
      } catch (error) {
        fault ??= error;
      }
    }
    throw fault;
  };

  return {
    seal,
    open,
    reseal: (sealed, context) => {
      try {
        openUnder(current.boxKey, sealed, context);
        return null;
      } catch {
        return seal(open(sealed, context), context);
      }
    },
    version: current.version,
    fingerprint: (token) => fingerprintUnder(current, token),
    fingerprints: (token) => all.map((keys) => fingerprintUnder(keys, token)),
    sign: (text) => createHmac('sha256', current.signingKey).update(text).digest(),
    signAddress: (text) => createHmac('sha256', current.addressKey).update(text).digest(),
  };
}

/**
 * Returns the keyring of a configuration, earlier secrets included. Every process makes its keyring here, so that
 * none of them forgets the earlier secrets.
 */
export function keyringOf(config: {
  readonly secretKey: string;
  readonly previousSecretKeys: readonly string[];
}): Keyring {
  return createKeyring(config.secretKey, config.previousSecretKeys);
}

function openUnder(boxKey: Buffer, sealed: Buffer, context: string): string {
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', boxKey, nonce)
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return (
    decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  );
}

type SubKeys = ReturnType<typeof subKeysOf>;

function subKeysOf(secretKey: string) {
  const subKey = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'switchboard', purpose, 32));
  return {
    version: subKey('version').readUInt8(0),
    fingerprintKey: subKey('token-fingerprint'),
    boxKey: subKey('secret-box'),
    signingKey: subKey('cursor'),
    addressKey: subKey('address'),
  };
}
