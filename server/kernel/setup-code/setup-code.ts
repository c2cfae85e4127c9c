import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Crockford's alphabet: no letter in it can be taken for a digit. */
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
 * Returns a setup code as it is stored, from what a person typed: small letters, other or no separators, and O, I
 * or L for the digits that they look like. Null when it cannot be one.
 */
export function readSetupCode(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return SHAPE.test(bare) ? inGroups(bare) : null;
}

/** Returns what the database keeps of a code. A plain hash is enough: nobody can try 2^100 codes. */
export function hashSetupCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** Returns whether a typed code is one of those with these hashes. Takes equally long whichever it is. */
export function isSetupCode(typed: string, hashes: readonly Buffer[]): boolean {
  const code = readSetupCode(typed);
  const given = hashSetupCode(code ?? '');
  const matches = hashes.filter((hash) => hash.length === given.length && timingSafeEqual(hash, given));
  return code !== null && matches.length > 0;
}

function inGroups(bare: string): string {
  return (bare.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}
