import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/**
 * A release file with its signatures: the text that was signed, then comments with ed25519 signatures in base64.
 * One file, so that a release and its signature are never published apart. `scripts/desktop/update-signing.mjs`
 * writes it.
 */
const SIGNED_FILE = /^([\s\S]*?\n)((?:# ed25519: [A-Za-z0-9+/]{86}==\n){1,4})$/;

/** Returns the signed text of a release file; null when no signature is of this key. */
export function verifiedText(file: string, key: KeyObject): string | null {
  const [, text = '', signatures = ''] = SIGNED_FILE.exec(file) ?? [];
  const isOurs = signatures
    .trim()
    .split('\n')
    .map((line) => Buffer.from(line.replace('# ed25519: ', ''), 'base64'))
    .some((signature) => signature.length === 64 && verify(null, Buffer.from(text), key, signature));
  return isOurs ? text : null;
}

/** Reads a public key as it is in the package: SPKI in base64. Returns null when it is not an ed25519 key. */
export function readPublicKey(text: unknown): KeyObject | null {
  if (typeof text !== 'string') return null;
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}
