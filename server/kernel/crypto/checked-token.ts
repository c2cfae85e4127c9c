import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** The number of characters that `makeCheckedToken` adds to the prefix. */
export const CHECKED_LENGTH = RANDOM_LENGTH + CHECKSUM_LENGTH;

/** Returns a new secret: the prefix, 32 random characters (about 190 bits) and a checksum over both. */
export function makeCheckedToken(prefix: string): string {
  const body = prefix + randomBase62(RANDOM_LENGTH);
  return body + checksumOf(body);
}

/**
 * Whether the checksum at the end is right. Rejects typos and scans without a database query; it
 * does not prove that the token is valid.
 */
export function hasChecksum(token: string): boolean {
  return checksumOf(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Uses rejection sampling: bytes of 248 or more are discarded, so all characters are equally likely. */
function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}
