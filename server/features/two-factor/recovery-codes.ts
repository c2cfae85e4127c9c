import { randomBytes } from 'node:crypto';
import { CROCKFORD } from '../../../shared/domain/ids.ts';

const CODES = 10;
const CHARACTERS = 10;

/** Returns ten new recovery codes of 50 random bits each, such as `7k2mp-x9qrt`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    // 256 is a multiple of 32, so each character is equally likely.
    const characters = [...randomBytes(CHARACTERS)].map((byte) => CROCKFORD.charAt(byte % CROCKFORD.length));
    return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
  });
}

/** Returns the stored form of a typed recovery code; null when it is not one. */
export function readRecoveryCode(typed: string): string | null {
  const bare = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : null;
}
