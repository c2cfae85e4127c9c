import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * All uses of SECRET_KEY, one function per purpose. Each purpose has its own sub-key (HKDF), so a leaked
 * sub-key does not reveal the others.
 */
export interface Keyring {
  /** A byte that identifies the secret of new fingerprints; stored with them. */
  readonly version: number;
  /** Returns the HMAC-SHA256 of a token with the sub-key for fingerprints. */
  fingerprint(token: string): Buffer;
  /** Returns the token's fingerprints with this and every earlier secret, this one's first. */
  fingerprints(token: string): Buffer[];
  /** Encrypts with AES-256-GCM, bound to `context`: a value copied to another row does not open. */
  seal(plain: string, context: string): Buffer;
  /** Decrypts a value sealed with this or an earlier secret. @throws when none of them opens it. */
  open(sealed: Buffer, context: string): string;
  /**
   * Seals a value again with the current secret; null when it already is. An earlier secret can be removed
   * once nothing needs it. @throws when no secret opens the value.
   */
  reseal(sealed: Buffer, context: string): Buffer | null;
  /** Returns an HMAC for values that callers must return unchanged, such as cursors. */
  sign(text: string): Buffer;
  /** Returns the salt of an email address's passwords: see `hashPassword`. */
  passwordSalt(email: string): Buffer;
  /** Returns an HMAC for the cookie of a known device: see `device-cookie.ts`. */
  signDevice(text: string): Buffer;
  /** Returns an HMAC for URLs that grant access without other credentials, such as those of files. */
  signAddress(text: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SALT_BYTES = 16;

/**
 * Returns the keyring of a secret. What was made with the `earlier` secrets, in any order, stays valid: a
 * rotation revokes no API key and loses no stored secret. Everything new is made with `secretKey`.
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
    let failure: unknown;
    // The tag identifies the secret more reliably than a stored number could.
    for (const { boxKey } of all) {
      try {
        return openUnder(boxKey, sealed, context);
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
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
    passwordSalt: (email) =>
      createHmac('sha256', current.saltKey).update(email).digest().subarray(0, SALT_BYTES),
    signDevice: (text) => createHmac('sha256', current.deviceKey).update(text).digest(),
    signAddress: (text) => createHmac('sha256', current.addressKey).update(text).digest(),
  };
}

/**
 * Returns the keyring of a configuration, including earlier secrets. Every process uses this function, so
 * that none omits the earlier secrets.
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
    saltKey: subKey('password-salt'),
    deviceKey: subKey('known-device'),
  };
}
