import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** How many characters `makeCheckedToken` puts behind the prefix. */
export const CHECKED_LENGTH = RANDOM_LENGTH + CHECKSUM_LENGTH;

/** A new secret: the prefix, 32 random characters (about 190 bits) and a checksum over both. */
export function makeCheckedToken(prefix: string): string {
  const body = prefix + randomBase62(RANDOM_LENGTH);
  return body + checksumOf(body);
}

/**
 * Whether the checksum at its end fits. That drops typos and scans without asking the database; it
 * proves nothing.
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

/** Rejection sampling: bytes above the last multiple of 62 are thrown away, so every character is as likely. */
function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}
