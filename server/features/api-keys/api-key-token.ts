import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^svc_([0-7][0-9a-hjkmnp-tv-z]{25})_([0-9A-Za-z]{38})$/;

/** A new key: `svc_<tenant_id>_<32 random><6 checksum>`, about 190 bits that nobody can guess. */
export function makeApiKey(tenantId: string): string {
  const body = `svc_${tenantId}_${randomBase62(RANDOM_LENGTH)}`;
  return body + checksumOf(body);
}

/**
 * The tenant a key names, or null when it is no key of ours. The checksum drops typos and scans
 * without asking the database; it proves nothing.
 */
export function parseApiKey(token: string): { tenantId: string } | null {
  const tenantId = FORM.exec(token)?.[1];
  if (tenantId === undefined) return null;
  const body = token.slice(0, -CHECKSUM_LENGTH);
  return checksumOf(body) === token.slice(-CHECKSUM_LENGTH) ? { tenantId } : null;
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
