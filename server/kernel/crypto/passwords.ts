import { timingSafeEqual } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { AppError } from '../../../shared/domain/errors.ts';
import { createShare } from '../../db/connection-shares.ts';
import type { Keyring } from './keyring.ts';
import { passwordCost } from './password-cost.ts';

/** The person whose password it is: their address decides the salt. */
export interface PasswordOwner {
  readonly keyring: Keyring;
  readonly email: string;
}

/** The salts that one guess is checked with. A new password has the salt of its address, so there is one. */
const MAX_SALTS = 4;

/**
 * Returns the hash to store for a password. All passwords of an email address have the same salt, so one
 * computation checks a guess against every workspace that knows the address.
 */
export function hashPassword(owner: PasswordOwner, password: string): Promise<string> {
  return compute(owner.email, password, recipeOf(owner));
}

/**
 * Returns which of the stored hashes belong to the password. Costs one computation however many hashes there
 * are, none included. Hashes with another salt, from before salts belonged to addresses or from before a
 * rotation of SECRET_KEY, cost one computation each until the next sign-in, and at most 4 are checked.
 * @throws {AppError} unavailable when too many checks are waiting.
 */
export async function matchPassword(
  owner: PasswordOwner,
  stored: readonly string[],
  password: string,
): Promise<boolean[]> {
  const recipes = new Map(stored.map((one) => [prefixOf(one), readRecipe(one)]));
  const checked = recipes.size === 0 ? [recipeOf(owner)] : [...recipes.values()].slice(0, MAX_SALTS);
  const computed: string[] = [];
  for (const recipe of checked) computed.push(await compute(owner.email, password, recipe));
  return stored.map((one) => computed.filter((other) => isSame(one, other)).length > 0);
}

/** Returns whether a stored hash belongs to the password. */
export async function verifyPassword(
  owner: PasswordOwner,
  stored: string,
  password: string,
): Promise<boolean> {
  const [matches = false] = await matchPassword(owner, [stored], password);
  return matches;
}

/** Returns whether new passwords of the address are hashed with another salt or at another cost. */
export function isOutdated(owner: PasswordOwner, stored: string): boolean {
  const [now, then] = [recipeOf(owner), readRecipe(stored)];
  return !now.salt.equals(then.salt) || now.memoryCost !== then.memoryCost || now.timeCost !== then.timeCost;
}

/** The salt and the cost of a hash. */
interface Recipe {
  salt: Buffer;
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

function recipeOf({ keyring, email }: PasswordOwner): Recipe {
  return { ...passwordCost, salt: keyring.passwordSalt(email) };
}

/** Returns everything but the digest of `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<digest>`. */
function prefixOf(stored: string): string {
  return stored.slice(0, stored.lastIndexOf('$'));
}

function readRecipe(stored: string): Recipe {
  const [, m, t, p, salt = ''] = /m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$/.exec(stored) ?? [];
  if (!salt) throw new Error('a stored password hash is not readable');
  return {
    memoryCost: Number(m),
    timeCost: Number(t),
    parallelism: Number(p),
    salt: Buffer.from(salt, 'base64'),
  };
}

function isSame(stored: string, computed: string): boolean {
  const [one, other] = [Buffer.from(stored), Buffer.from(computed)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Computations that run at the same time: more would take the threads of DNS and the file system. */
const AT_ONCE = 2;
/** How long one may wait. The addresses take turns, so that one with many attempts holds up only itself. */
const MAX_WAIT_MS = 2_000;
const turns = createShare(AT_ONCE);

async function compute(email: string, password: string, recipe: Recipe): Promise<string> {
  const end = await turns.take(MAX_WAIT_MS, email).catch(() => {
    throw new AppError('unavailable', {
      message: 'Too many people are signing in right now. Try again in a few seconds.',
      retryAfter: 2,
    });
  });
  try {
    return await hash(password, recipe);
  } finally {
    end();
  }
}
