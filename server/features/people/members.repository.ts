import type { UserRow } from '../../db/models/user.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { deleteRows, findRows, run, select } from '../../kernel/tenancy/rows.ts';

export type MemberView = Pick<UserRow, 'id' | 'name' | 'email' | 'role' | 'createdAt'> & {
  lastSeenAt: Date | null;
  hasTwoFactor: 0 | 1;
};

const VIEW = `SELECT u.id, u.name, u.email, u.role, u.created_at AS createdAt,
  (SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.tenant_id = u.tenant_id AND s.user_id = u.id) AS lastSeenAt,
  EXISTS (SELECT 1 FROM two_factors f WHERE f.tenant_id = u.tenant_id AND f.user_id = u.id
    AND f.confirmed_at IS NOT NULL) AS hasTwoFactor
  FROM users u`;

/** Returns the members of a workspace, the oldest first. */
export function memberViews(ctx: QueryContext): Promise<MemberView[]> {
  return select<MemberView>(ctx, `${VIEW} WHERE u.tenant_id = :tenantId ORDER BY u.id`);
}

/** Returns one member; null when there is none with this id. */
export async function memberView(ctx: QueryContext, id: Buffer): Promise<MemberView | null> {
  const [row] = await select<MemberView>(ctx, `${VIEW} WHERE u.tenant_id = :tenantId AND u.id = :id`, { id });
  return row ?? null;
}

/** Locks a member until the transaction ends: their role cannot change meanwhile. Must be the first read of it. */
export async function lockMember(ctx: QueryContext, id: Buffer): Promise<void> {
  await findRows(ctx, 'user', { columns: ['id'], where: { id }, isLocked: true });
}

/** Returns the ids of all owners, locked: two owners who remove each other at once cannot both succeed. */
export async function lockOwners(ctx: QueryContext): Promise<Buffer[]> {
  const owners = await findRows(ctx, 'user', { columns: ['id'], where: { role: 'owner' }, isLocked: true });
  return owners.map(({ id }) => id);
}

/**
 * Ends every session of a member, and sign-ins that wait for their second step; returns the number of sessions. Their
 * sockets are for the caller to close, after the commit.
 */
export async function endSessions(ctx: QueryContext, userId: Buffer): Promise<number> {
  await run(ctx, 'DELETE FROM sign_in_challenges WHERE tenant_id = :tenantId AND user_id = :userId', {
    userId,
  });
  return deleteRows(ctx, 'session', { userId });
}
