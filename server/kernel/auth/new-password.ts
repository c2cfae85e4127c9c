import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import { hashPassword, type PasswordOwner } from '../crypto/passwords.ts';
import commonPasswords from './common-passwords.json' with { type: 'json' };

/** The person who gets the password. */
export interface NewPasswordOwner extends PasswordOwner {
  readonly name: string;
  readonly workspaceName: string;
}

/** A password is refused when this little of it is neither a common word nor about the person. */
const OWN_LETTERS = 6;
/** The words about a person that count: shorter ones are part of too many other words. */
const SHORTEST_WORD = 4;
const DISTINCT_CHARACTERS = 5;

/**
 * Returns the hash to store for a new password. The contract has checked its length.
 * @throws {AppError} password_too_common; password_too_personal.
 */
export function newPasswordHash(owner: NewPasswordOwner, password: string): Promise<string> {
  if (isCommon(password)) throw new AppError('password_too_common');
  if (isPersonal(password, owner)) throw new AppError('password_too_personal');
  return hashPassword(owner, password);
}

/** Returns whether attackers try the password early: it is in the list, or only one simple pattern. */
export function isCommon(password: string): boolean {
  const letters = bare(password);
  if (new Set(letters).size < DISTINCT_CHARACTERS || isSequence(letters)) return true;
  // A word of the list with digits around it, or the same word twice, is as easy.
  const word = letters.replace(/^\d+|\d+$/g, '');
  const half = letters.slice(0, letters.length / 2);
  return (
    isListed(letters) || (word !== letters && isListed(word)) || (half + half === letters && isListed(half))
  );
}

/** Returns whether the password is little more than the person's name, address or workspace. */
export function isPersonal(
  password: string,
  { email, name, workspaceName }: Pick<NewPasswordOwner, 'email' | 'name' | 'workspaceName'>,
): boolean {
  const words = [email, name, workspaceName]
    .flatMap((text) => [bare(text), ...text.split(/[^\p{L}\p{N}]+/u).map(bare)])
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length);
  let rest = bare(password);
  const before = rest.length;
  for (const word of words) rest = rest.replaceAll(word, '');
  return rest.length < before && rest.replace(/\d/g, '').length < OWN_LETTERS;
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns whether each character follows the one before it, as in `abcdefghij` or `9876543210`. */
function isSequence(letters: string): boolean {
  const steps = new Set(
    [...letters].slice(1).map((letter, index) => letter.charCodeAt(0) - letters.charCodeAt(index)),
  );
  return steps.size === 1;
}

let listed: Set<number> | undefined;

/** Returns whether a word is in the list: see scripts/common-passwords.mjs. */
function isListed(word: string): boolean {
  listed ??= readList();
  return listed.has(createHash('sha256').update(word).digest().readUInt32BE(0));
}

function readList(): Set<number> {
  const bytes = Buffer.from(commonPasswords.hashes, 'base64');
  return new Set(
    Array.from({ length: commonPasswords.passwords }, (_, index) => bytes.readUInt32BE(index * 4)),
  );
}
