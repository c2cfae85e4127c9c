import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Transaction } from '../../db/database.ts';
import type { Context, QueryContext, Resources } from '../../kernel/context/context.ts';
import {
  addChallenge,
  type ChallengeKind,
  countAttempt,
  findChallenge,
  type StoredChallenge,
  takeChallenge,
} from './challenges.repository.ts';

/** Returns a token for the second step of a sign-in whose password was right. It is stored only as a hash. */
export async function openChallenge(
  ctx: QueryContext & Pick<Context, 'keyring'>,
  userId: Buffer,
  kind: ChallengeKind,
): Promise<string> {
  const token = `sic_${randomBytes(32).toString('base64url')}`;
  await addChallenge(ctx, { tokenHash: ctx.keyring.fingerprint(token), userId, kind });
  return token;
}

/** Returns the person of a challenge. @throws {AppError} sign_in_expired */
export async function readChallenge(
  { db, keyring }: Pick<Resources, 'db' | 'keyring'>,
  token: string,
  kind: ChallengeKind,
): Promise<StoredChallenge> {
  const challenge = await findChallenge(db, keyring.fingerprint(token), kind);
  if (!challenge) throw new AppError('sign_in_expired');
  return challenge;
}

/**
 * Runs one attempt at the second step. In the transaction that lets the person in, `attempt` uses the challenge up with `take`:
 * it is not there any more if the password was changed meanwhile, or if another request was first.
 * @throws {AppError} sign_in_expired after five attempts, or from `take`; what `attempt` throws.
 */
export async function attemptChallenge<T>(
  { db, keyring }: Pick<Resources, 'db' | 'keyring'>,
  token: string,
  attempt: (take: (tx: Transaction) => Promise<void>) => Promise<T>,
): Promise<T> {
  const tokenHash = keyring.fingerprint(token);
  if (!(await countAttempt(db, tokenHash))) throw new AppError('sign_in_expired');
  return attempt(async (tx) => {
    if (!(await takeChallenge(db, tokenHash, tx))) throw new AppError('sign_in_expired');
  });
}
