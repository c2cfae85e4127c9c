import { createHash } from 'node:crypto';

/** Returns text without case and accents. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns a name or a search term as it is stored and compared: case and accents folded. */
export function foldForSearch(text: string): string {
  return foldText(text).slice(0, 400);
}

/** Returns the LIKE pattern that finds what begins with `term`; its own wildcards stand for themselves. */
export function startPattern(term: string): string {
  return `${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Returns the LIKE pattern that finds `term` anywhere. */
export function containsPattern(term: string): string {
  return `%${startPattern(term)}`;
}

/** Returns the LIKE pattern that finds `term` anywhere in a folded name. */
export function containsName(term: string): string {
  return containsPattern(foldForSearch(term));
}

/** Length of a piece of a name, a number or an address that is stored to be found: enough to make the end of a phone number unique, and most names. */
export const SUFFIX_LENGTH = 8;

/** Length of a stored key of an email address: frequent domains begin alike, so few addresses have to be compared as a whole. */
export const EMAIL_KEY_LENGTH = 32;

/** Returns the keys by which an email address is found: its first characters, and those from the @. */
export function emailKeys(email: string | null): Buffer[] {
  const folded = foldForSearch(email ?? '');
  const at = folded.indexOf('@');
  if (at < 0) return [];
  return [folded, folded.slice(at)].map((part) => Buffer.from(part).subarray(0, EMAIL_KEY_LENGTH));
}

/** Bytes of the key of a tag at most, and of the digest at the end of a longer one. */
const TAG_KEY = { max: 32, digest: 8 };

/** Returns the keys by which tags are found, each one once: a tag is found by its whole name. */
export function tagKeys(tags: readonly string[]): Buffer[] {
  return [...new Set(tags.map(foldForSearch))].filter((folded) => folded !== '').map(keyOfTag);
}

/** Returns the key of a folded tag: itself, or its beginning and a digest. */
export function keyOfTag(folded: string): Buffer {
  const bytes = Buffer.from(folded);
  if (bytes.length <= TAG_KEY.max) return bytes;
  const digest = createHash('sha256').update(bytes).digest();
  return Buffer.concat([bytes.subarray(0, TAG_KEY.max - TAG_KEY.digest), digest.subarray(0, TAG_KEY.digest)]);
}
