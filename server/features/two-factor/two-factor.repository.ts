import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

export interface StoredTwoFactor {
  id: Buffer;
  secretSealed: Buffer;
  /** Null until a code has confirmed it. */
  confirmedAt: Date | null;
}

/** Returns a person's second factor, confirmed or not; null when there is none. */
export async function findTwoFactor(ctx: QueryContext, userId: Buffer): Promise<StoredTwoFactor | null> {
  const [row] = await select<StoredTwoFactor>(
    ctx,
    `SELECT id, secret_sealed AS secretSealed, confirmed_at AS confirmedAt FROM two_factors
     WHERE tenant_id = :tenantId AND user_id = :userId`,
    { userId },
  );
  return row ?? null;
}

/** Stores a new secret in the place of an unconfirmed one. @throws a duplicate-key error for a confirmed one. */
export async function storeUnconfirmed(
  ctx: QueryContext,
  row: { id: Buffer; userId: Buffer; secretSealed: Buffer },
): Promise<void> {
  await run(
    ctx,
    `DELETE FROM two_factors WHERE tenant_id = :tenantId AND user_id = :userId AND confirmed_at IS NULL`,
    { userId: row.userId },
  );
  await run(
    ctx,
    `INSERT INTO two_factors (id, tenant_id, user_id, secret_sealed, created_at)
     VALUES (:id, :tenantId, :userId, :secretSealed, UTC_TIMESTAMP(3))`,
    row,
  );
}

/** Turns an unconfirmed second factor on; returns whether there was one with this id. */
export async function markConfirmed(
  ctx: QueryContext,
  { id, step }: { id: Buffer; step: number },
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE two_factors SET confirmed_at = UTC_TIMESTAMP(3), last_step = :step
     WHERE tenant_id = :tenantId AND id = :id AND confirmed_at IS NULL`,
    { id, step },
  );
  return changed === 1;
}

/** Uses up the code of a step and all earlier ones; returns false when it was used before. */
export async function spendStep(
  ctx: QueryContext,
  { id, step }: { id: Buffer; step: number },
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE two_factors SET last_step = :step
     WHERE tenant_id = :tenantId AND id = :id AND confirmed_at IS NOT NULL AND last_step < :step`,
    { id, step },
  );
  return changed === 1;
}

/** Deletes a person's second factor with its recovery codes; returns whether it was on. */
export async function deleteTwoFactor(ctx: QueryContext, userId: Buffer): Promise<boolean> {
  await deleteRecoveryCodes(ctx, userId);
  const deleted = await run(
    ctx,
    `DELETE FROM two_factors
     WHERE tenant_id = :tenantId AND user_id = :userId AND confirmed_at IS NOT NULL`,
    { userId },
  );
  return deleted > 0;
}

/** Stores a person's recovery codes in the place of all earlier ones. */
export async function storeRecoveryCodes(
  ctx: QueryContext,
  userId: Buffer,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(ctx, userId);
  for (const codeHash of hashes) {
    await run(
      ctx,
      `INSERT INTO recovery_codes (tenant_id, user_id, code_hash) VALUES (:tenantId, :userId, :codeHash)`,
      { userId, codeHash },
    );
  }
}

/** Uses up a recovery code; returns false when it is unknown or was used before. */
export async function useRecoveryCode(
  ctx: QueryContext,
  userId: Buffer,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE recovery_codes SET used_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND user_id = :userId AND code_hash IN (:hashes) AND used_at IS NULL`,
    { userId, hashes: [...hashes] },
  );
  return changed === 1;
}

/** Returns the number of a person's unused recovery codes. */
export async function countRecoveryCodes(ctx: QueryContext, userId: Buffer): Promise<number> {
  const [row] = await select<{ codes: number }>(
    ctx,
    `SELECT COUNT(*) AS codes FROM recovery_codes
     WHERE tenant_id = :tenantId AND user_id = :userId AND used_at IS NULL`,
    { userId },
  );
  return Number(row?.codes ?? 0);
}

async function deleteRecoveryCodes(ctx: QueryContext, userId: Buffer): Promise<void> {
  await run(ctx, 'DELETE FROM recovery_codes WHERE tenant_id = :tenantId AND user_id = :userId', { userId });
}

/** Returns whether the workspace requires a second factor. */
export async function findIsRequired(ctx: QueryContext, { isHeld = false } = {}): Promise<boolean> {
  const [row] = await select<{ since: Date | null }>(
    ctx,
    `SELECT two_factor_required_at AS since FROM tenants WHERE id = :tenantId ${isHeld ? 'LOCK IN SHARE MODE' : ''}`,
  );
  return row?.since != null;
}

/** Stores whether the workspace requires a second factor. */
export async function storeIsRequired(ctx: QueryContext, isRequired: boolean): Promise<void> {
  await run(
    ctx,
    `UPDATE tenants SET two_factor_required_at = ${isRequired ? 'UTC_TIMESTAMP(3)' : 'NULL'} WHERE id = :tenantId`,
  );
}

/** Ends the sessions of everyone who has no second factor; returns these people. */
export async function endSessionsWithout(ctx: QueryContext): Promise<Buffer[]> {
  const without = `SELECT u.id FROM users u WHERE u.tenant_id = :tenantId AND NOT EXISTS (
    SELECT 1 FROM two_factors f
    WHERE f.tenant_id = :tenantId AND f.user_id = u.id AND f.confirmed_at IS NOT NULL)`;
  const people = await select<{ id: Buffer }>(ctx, without);
  const ids = people.map(({ id }) => id);
  if (ids.length > 0) {
    await run(ctx, 'DELETE FROM sessions WHERE tenant_id = :tenantId AND user_id IN (:ids)', { ids });
  }
  return ids;
}
