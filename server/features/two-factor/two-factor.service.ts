import type { Enrolment, TwoFactor } from '../../../shared/contract/access/two-factor.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import { mayManageRole } from '../../../shared/domain/roles.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { requireConfirmation } from '../../kernel/auth/actor.ts';
import type { AttemptLimit } from '../../kernel/auth/attempt-limit.ts';
import type { ChangeContext, Context, QueryContext, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { SealedColumns } from '../../kernel/crypto/reseal.sql.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { findRow } from '../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { workspaceName } from '../../kernel/tenancy/workspace-name.ts';
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { linkOf, newSecret, stepOf } from './totp.ts';
import {
  countRecoveryCodes,
  deleteTwoFactor,
  endSessionsWithout,
  findIsRequired,
  findTwoFactor,
  markConfirmed,
  spendStep,
  storeIsRequired,
  storeRecoveryCodes,
  storeUnconfirmed,
  useRecoveryCode,
} from './two-factor.repository.ts';

/** A member, as the audit log names them. */
export interface Person {
  /** In its stored form. */
  userId: Buffer;
  name: string;
  email: string;
}

/** The columns that a rotation of SECRET_KEY seals again. */
export const TWO_FACTOR_SECRETS: SealedColumns<'secret_sealed'> = {
  table: 'two_factors',
  idColumn: 'id',
  columns: ['secret_sealed'],
  contextOf: (scope, _column, id) => placeOf(scope, id),
};

/** Returns whether signing in as this person needs a second factor. */
export async function hasTwoFactor(ctx: QueryContext, userId: Buffer): Promise<boolean> {
  return (await findTwoFactor(ctx, userId))?.confirmedAt != null;
}

/** Returns whether the workspace requires a second factor of everyone. That stays so until the transaction ends. */
export function isTwoFactorRequired(ctx: QueryContext): Promise<boolean> {
  return findIsRequired(ctx, { isHeld: true });
}

/** Returns the state of a person's second factor. */
export async function describeTwoFactor(ctx: QueryContext, userId: Buffer): Promise<TwoFactor> {
  const stored = await findTwoFactor(ctx, userId);
  const enabledAt = stored?.confirmedAt ?? null;
  return {
    isEnabled: enabledAt !== null,
    enabledAt: enabledAt && new Date(enabledAt).toISOString(),
    recoveryCodesLeft: enabledAt === null ? 0 : await countRecoveryCodes(ctx, userId),
    isRequired: await findIsRequired(ctx),
  };
}

/**
 * Stores a new secret that a code must confirm, and returns it for the authenticator app. An earlier one that
 * was not confirmed no longer works.
 * @throws {AppError} two_factor_enabled
 */
export async function startTwoFactor(ctx: Context, { userId, email }: Person): Promise<Enrolment> {
  const secret = newSecret();
  const id = newKey();
  const secretSealed = ctx.keyring.seal(secret, placeOf(ctx.scope, id));
  // Apps split the name of an entry at the first colon.
  const issuer = `Switchboard ${await workspaceName(ctx)}`.replaceAll(':', ' ');
  try {
    await inTransaction(ctx, (ctx) => storeUnconfirmed(ctx, { id, userId, secretSealed }));
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('two_factor_enabled');
    throw error;
  }
  return { secret, link: linkOf(secret, { issuer, label: email }) };
}

/**
 * Turns a second factor on with a code of the app; returns the recovery codes, which are stored only as hashes.
 * @param alongside what belongs to the same change.
 * @throws {AppError} two_factor_enabled; two_factor_not_enabled without `startTwoFactor`; code_invalid;
 * rate_limited.
 */
export async function confirmTwoFactor(
  ctx: Context,
  limit: AttemptLimit,
  person: Person,
  code: string,
  alongside: (ctx: ChangeContext) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const stored = await findTwoFactor(ctx, person.userId);
  if (!stored) throw new AppError('two_factor_not_enabled');
  if (stored.confirmedAt !== null) throw new AppError('two_factor_enabled');
  await limit.take(subjectOf(person.userId));
  const step = stepOf(openSecret(ctx, stored), code, ctx.clock.now());
  if (step === null) throw new AppError('code_invalid');
  const codes = await inTransaction(ctx, async (ctx) => {
    if (!(await markConfirmed(ctx, { id: stored.id, step }))) throw new AppError('two_factor_enabled');
    await audit(ctx, 'member.two_factor_enabled', person);
    await alongside(ctx);
    return replaceRecoveryCodes(ctx, person.userId);
  });
  await limit.clear(subjectOf(person.userId));
  return codes;
}

/**
 * Checks a code of the person's app, or a recovery code, and uses it up: the same code never works twice.
 * @throws {AppError} two_factor_not_enabled; code_invalid; rate_limited, with a growing delay per person.
 */
export async function verifySecondFactor(
  ctx: Context,
  limit: AttemptLimit,
  person: Person,
  code: string,
): Promise<void> {
  const { userId } = person;
  const stored = await findTwoFactor(ctx, userId);
  if (!stored?.confirmedAt) throw new AppError('two_factor_not_enabled');
  await limit.take(subjectOf(userId));
  const step = stepOf(openSecret(ctx, stored), code, ctx.clock.now());
  if (step !== null) {
    if (!(await spendStep(ctx, { id: stored.id, step }))) throw new AppError('code_invalid');
  } else await spendRecoveryCode(ctx, person, code);
  await limit.clear(subjectOf(userId));
}

/**
 * Checks a code of the person's app and uses it up, for someone who is already signed in. A recovery code is not
 * accepted: it is for the day when the app is lost. The caller limits the attempts.
 * @throws {AppError} code_invalid
 */
export async function verifyAppCode(ctx: Context, userId: Buffer, code: string): Promise<void> {
  const stored = await findTwoFactor(ctx, userId);
  const step = stored?.confirmedAt ? stepOf(openSecret(ctx, stored), code, ctx.clock.now()) : null;
  if (!stored || step === null || !(await spendStep(ctx, { id: stored.id, step }))) {
    throw new AppError('code_invalid');
  }
}

/** Replaces a person's recovery codes; returns the new ones. */
export function renewRecoveryCodes(ctx: Context, person: Person): Promise<string[]> {
  return inTransaction(ctx, async (ctx) => {
    await audit(ctx, 'member.recovery_codes_renewed', person);
    return replaceRecoveryCodes(ctx, person.userId);
  });
}

/**
 * Turns a person's own second factor off, after its code was verified.
 * @throws {AppError} two_factor_required; two_factor_not_enabled
 */
export async function disableTwoFactor(ctx: Context, person: Person): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (await isTwoFactorRequired(ctx)) throw new AppError('two_factor_required');
    if (!(await deleteTwoFactor(ctx, person.userId))) throw new AppError('two_factor_not_enabled');
    await audit(ctx, 'member.two_factor_disabled', person);
  });
}

/**
 * Removes the second factor of a member who has lost it. Where the workspace requires one, the next sign-in
 * sets up a new one.
 * @throws {AppError} member_not_found; forbidden for a member whom the caller may not manage;
 * two_factor_not_enabled
 */
export async function resetTwoFactor(ctx: Context, id: string): Promise<void> {
  const userId = tryDecodeId('user', id);
  await inTransaction(ctx, async (ctx) => {
    const columns = ['name', 'email', 'role'] as const;
    // Waits for a promotion at the same time.
    const member = userId && (await findRow(ctx, 'user', { columns, where: { id: userId }, isLocked: true }));
    if (!userId || !member) throw new AppError('member_not_found');
    const { actor } = ctx;
    if (actor?.kind === 'user') {
      if (!mayManageRole(actor.role, member.role)) throw new AppError('forbidden');
      // Turning off one's own needs the password and a code.
      if (actor.id === id) throw new AppError('forbidden', { message: 'Turn it off in your own profile.' });
    }
    if (!(await deleteTwoFactor(ctx, userId))) throw new AppError('two_factor_not_enabled');
    await audit(ctx, 'member.two_factor_reset', { userId, ...member });
    ctx.record('member.changed', { id, name: member.name });
  });
}

/**
 * Requires a second factor of everyone in the workspace, or no longer, which must be confirmed. Requiring it ends the
 * sessions of people without one; they set one up at their next sign-in.
 * @throws {AppError} own_two_factor_first; confirmation_required
 */
export async function requireTwoFactor(
  ctx: Context,
  disconnectMember: (scope: TenantScope, userId: string) => void,
  isRequired: boolean,
): Promise<void> {
  const { actor, scope } = ctx;
  if (!isRequired) requireConfirmation(actor);
  const isAsking = isRequired && actor?.kind === 'user';
  if (isAsking && !(await hasTwoFactor(ctx, decodeId(actor.id)))) throw new AppError('own_two_factor_first');
  const ended = await inTransaction(ctx, async (ctx) => {
    if ((await findIsRequired(ctx)) === isRequired) return [];
    await storeIsRequired(ctx, isRequired);
    const label = AUDIT_LABELS.write(isRequired ? 'two_factor_required' : 'two_factor_optional');
    const target = { kind: 'workspace' as const, id: scope.tenantId, label };
    await ctx.audit({ action: 'workspace.two_factor_changed', target });
    return isRequired ? endSessionsWithout(ctx) : [];
  });
  for (const userId of ended) disconnectMember(scope, encodeId('user', userId));
}

async function spendRecoveryCode(ctx: Context, person: Person, code: string): Promise<void> {
  const typed = readRecoveryCode(code);
  if (typed === null) throw new AppError('code_invalid');
  await inTransaction(ctx, async (ctx) => {
    const hashes = ctx.keyring.fingerprints(typed);
    if (!(await useRecoveryCode(ctx, person.userId, hashes))) throw new AppError('code_invalid');
    await audit(ctx, 'member.recovery_code_used', person);
  });
}

async function replaceRecoveryCodes(ctx: ChangeContext, userId: Buffer): Promise<string[]> {
  const codes = newRecoveryCodes();
  await storeRecoveryCodes(
    ctx,
    userId,
    codes.map((code) => ctx.keyring.fingerprint(code)),
  );
  return codes;
}

function audit(
  ctx: ChangeContext,
  action:
    | 'member.two_factor_enabled'
    | 'member.two_factor_disabled'
    | 'member.two_factor_reset'
    | 'member.recovery_codes_renewed'
    | 'member.recovery_code_used',
  { userId, name }: Pick<Person, 'userId' | 'name'>,
): Promise<void> {
  return ctx.audit({ action, target: { kind: 'member', id: encodeId('user', userId), label: name } });
}

function openSecret(
  { keyring, scope }: Pick<Resources, 'keyring'> & Pick<QueryContext, 'scope'>,
  { id, secretSealed }: { id: Buffer; secretSealed: Buffer },
): string {
  return keyring.open(secretSealed, placeOf(scope, id));
}

/** Returns the encryption's context: a secret copied to another row does not open. */
function placeOf({ tenantId }: TenantScope, id: Buffer): string {
  return `two_factors.${tenantId}.${id.toString('hex')}`;
}

function subjectOf(userId: Buffer): string {
  return userId.toString('hex');
}
