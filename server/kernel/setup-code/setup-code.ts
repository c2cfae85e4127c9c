import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Crockford's alphabet: none of its letters can be mistaken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 20;
const GROUP = 5;
const SHAPE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Returns a new setup code of 100 random bits, in groups that are easy to copy. */
export function newSetupCode(): string {
  // 256 is a multiple of 32, so each character is equally likely.
  const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return inGroups(characters.join(''));
}

/**
 * Returns the stored form of a typed setup code. Accepts lower case, other or no separators, and O, I or L
 * for the digits that they look like. Null when it is not a setup code.
 */
export function readSetupCode(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return SHAPE.test(bare) ? inGroups(bare) : null;
}

/** Returns the hash for the database. A plain hash is enough: 2^100 codes cannot be tried. */
export function hashSetupCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** Returns whether a typed code has one of these hashes, in constant time. */
export function isSetupCode(typed: string, hashes: readonly Buffer[]): boolean {
  const code = readSetupCode(typed);
  const given = hashSetupCode(code ?? '');
  const matches = hashes.filter((hash) => hash.length === given.length && timingSafeEqual(hash, given));
  return code !== null && matches.length > 0;
}

function inGroups(bare: string): string {
  return (bare.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}
