import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Context, Resources } from '../../kernel/context/context.ts';
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
  ctx: Pick<Context, 'db' | 'scope' | 'keyring'>,
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
 * Runs one attempt at the second step, and deletes the challenge when it succeeds.
 * @throws {AppError} sign_in_expired after five attempts, or when another request has succeeded first; what
 * `attempt` throws.
 */
export async function attemptChallenge<T>(
  { db, keyring }: Pick<Resources, 'db' | 'keyring'>,
  token: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const tokenHash = keyring.fingerprint(token);
  if (!(await countAttempt(db, tokenHash))) throw new AppError('sign_in_expired');
  const result = await attempt();
  if (!(await takeChallenge(db, tokenHash))) throw new AppError('sign_in_expired');
  return result;
}
