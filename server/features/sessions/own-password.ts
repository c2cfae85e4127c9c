import { AppError } from '../../../shared/domain/errors.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { AttemptLimit } from '../../kernel/auth/attempt-limit.ts';
import { newPasswordHash } from '../../kernel/auth/new-password.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { verifyPassword } from '../../kernel/crypto/passwords.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import { findRow, updateRow, updateRows } from '../../kernel/tenancy/rows.ts';
import { workspaceName } from '../../kernel/tenancy/workspace-name.ts';
import { CONFIRMED_MINUTES, endOtherSessions, holdsPassword } from './sessions.repository.ts';

/**
 * Makes an attempt of a signed-in person at their password or a code; returns what `check` returns. `limit` counts the attempts
 * of each person, separate from those of sign-ins: a stranger's guesses do not stop people who are signed in.
 * @throws {AppError} what `check` throws; rate_limited
 */
export async function attemptAsPerson<T>(
  limit: AttemptLimit,
  actor: UserActor,
  check: () => Promise<T>,
): Promise<T> {
  await limit.take(actor.id);
  const result = await check().catch(async (error: unknown) => {
    // Too many passwords at once: this one was not compared, so it was no guess.
    if (error instanceof AppError && error.code === 'unavailable') await limit.takeBack(actor.id);
    throw error;
  });
  await limit.clear(actor.id);
  return result;
}

/**
 * Checks the password of a signed-in person again; returns its stored hash.
 * @throws {AppError} invalid_credentials; rate_limited
 */
export function verifyOwnPassword(
  ctx: Context,
  limit: AttemptLimit,
  actor: UserActor,
  password: string,
): Promise<string> {
  return attemptAsPerson(limit, actor, async () => {
    const where = { id: decodeId(actor.id) };
    const row = await findRow(ctx, 'user', { columns: ['passwordHash'], where });
    const owner = { keyring: ctx.keyring, email: actor.email };
    if (!row || !(await verifyPassword(owner, row.passwordHash, password))) {
      throw wrongPassword();
    }
    return row.passwordHash;
  });
}

/**
 * Confirms a session, after its person has shown their password or a code (decisions 0248 and 0259).
 * @returns until when this holds.
 */
export async function confirmSession(ctx: Context, actor: UserActor): Promise<Date> {
  const confirmedAt = ctx.clock.now();
  await updateRow(ctx, 'session', decodeId(actor.sessionId), { confirmedAt });
  return new Date(confirmedAt.getTime() + CONFIRMED_MINUTES * 60_000);
}

/**
 * Changes a person's own password. Their other sessions and their password reset links end, this session stays.
 * @throws {AppError} invalid_credentials; rate_limited; password_too_common; password_too_personal
 */
export async function changeOwnPassword(
  ctx: Context,
  parts: { limit: AttemptLimit; disconnect(sessionId: string): void },
  actor: UserActor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const proven = await verifyOwnPassword(ctx, parts.limit, actor, currentPassword);
  const { keyring } = ctx;
  const { email, name } = actor;
  const owner = { keyring, email, name, workspaceName: await workspaceName(ctx) };
  const passwordHash = await newPasswordHash(owner, newPassword);
  const userId = decodeId(actor.id);
  const ended = await inTransaction(ctx, async (ctx) => {
    // A reset that was stored meanwhile has ended this session too.
    if (!(await holdsPassword(ctx, { userId, passwordHash: proven }))) throw wrongPassword();
    await updateRow(ctx, 'user', userId, { passwordHash });
    await ctx.audit({
      action: 'member.password_changed',
      target: { kind: 'member', id: actor.id, label: name },
    });
    const links = { kind: 'reset', userId, usedAt: null } as const;
    await updateRows(ctx, 'accessLink', links, { usedAt: ctx.clock.now() });
    return endOtherSessions(ctx, userId, decodeId(actor.sessionId));
  });
  for (const sessionId of ended) parts.disconnect(encodeId('session', sessionId));
}

function wrongPassword(): AppError {
  return new AppError('invalid_credentials', { message: 'The password is incorrect.' });
}
