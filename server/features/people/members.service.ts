import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import type { AddMember, Member } from '../../../shared/contract/members.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { mayManageRole, type Role } from '../../../shared/domain/roles.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { newPasswordHash } from '../../kernel/auth/new-password.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { deleteRow, insertRow, updateRow } from '../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { workspaceName } from '../../kernel/tenancy/workspace-name.ts';
import { endSessions, lockOwners, type MemberView, memberView, memberViews } from './members.repository.ts';

/** Closes the sockets of a member whose sessions have ended. */
export type DisconnectMember = (scope: TenantScope, userId: string) => void;

/** Returns the members of a workspace, oldest first. */
export async function listMembers(ctx: Context) {
  return { data: (await memberViews(ctx)).map(present) };
}

/**
 * Adds a member.
 * @throws {AppError} forbidden when the caller may not assign this role; member_email_taken;
 * password_too_common; password_too_personal.
 */
export async function addMember(ctx: Context, input: AddMember): Promise<Member> {
  requireRights(ctx, input.role);
  const passwordHash = await hashFor(ctx, input, input.password);
  return inTransaction(ctx, async (ctx) => {
    const { password: _, ...given } = input;
    const row = { ...given, id: newKey(), passwordHash, language: null, createdAt: ctx.clock.now() };
    try {
      await insertRow(ctx, 'user', row);
    } catch (error) {
      if (!isDuplicate(error, 'users_email')) throw error;
      throw new AppError('member_email_taken', {
        details: [{ path: 'email', message: 'belongs to a member' }],
      });
    }
    const id = encodeId('user', row.id);
    await audit(ctx, 'member.added', { id, name: `${row.name} (${row.role})` });
    ctx.record('member.added', { id, name: row.name });
    return present({ ...row, lastSeenAt: null, hasTwoFactor: 0 });
  });
}

/**
 * Changes name, role or password. A new role or password ends the member's sessions.
 * @throws {AppError} member_not_found; forbidden; last_owner; password_too_common; password_too_personal.
 */
export async function changeMember(
  ctx: Context,
  disconnect: DisconnectMember,
  id: string,
  input: { name?: string | undefined; role?: Role | undefined; password?: string | undefined },
): Promise<Member> {
  const passwordHash =
    input.password === undefined
      ? undefined
      : await hashFor(ctx, (await openMember(ctx, id)).before, input.password);
  const endsSessions = passwordHash !== undefined || input.role !== undefined;
  const member = await inTransaction(ctx, async (ctx) => {
    const { key, before } = await openMember(ctx, id);
    if (input.role !== undefined && input.role !== before.role) {
      requireRights(ctx, input.role);
      if (before.role === 'owner') await requireAnotherOwner(ctx, key);
    }
    const values = {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.role === undefined ? {} : { role: input.role }),
      ...(passwordHash === undefined ? {} : { passwordHash }),
    };
    if (Object.keys(values).length > 0) {
      await updateRow(ctx, 'user', key, values);
      if (endsSessions) await endSessions(ctx, key);
      const name = input.name ?? before.name;
      if (input.role !== undefined && input.role !== before.role) {
        const roles = `${before.role} → ${input.role}`;
        await audit(ctx, 'member.role_changed', { id, name: `${name} (${roles})` });
      }
      if (passwordHash !== undefined) await audit(ctx, 'member.password_changed', { id, name });
      ctx.record('member.changed', { id, name });
    }
    return present({ ...before, ...values });
  });
  if (endsSessions) disconnect(ctx.scope, id);
  return member;
}

/** Removes a member and ends their sessions. @throws {AppError} member_not_found; forbidden; last_owner. */
export async function removeMember(ctx: Context, disconnect: DisconnectMember, id: string) {
  await inTransaction(ctx, async (ctx) => {
    const { key, before } = await openMember(ctx, id);
    if (before.role === 'owner') await requireAnotherOwner(ctx, key);
    await deleteRow(ctx, 'user', key);
    await audit(ctx, 'member.removed', { id, name: `${before.name} (${before.role})` });
    ctx.record('member.removed', { id, name: before.name });
  });
  disconnect(ctx.scope, id);
  return { id, deleted: true as const };
}

function audit(
  ctx: ChangeContext,
  action: Extract<AuditEntry['action'], `member.${string}`>,
  member: { id: string; name: string },
): Promise<void> {
  return ctx.audit({ action, target: { kind: 'member', id: member.id, label: member.name } });
}

async function hashFor(
  ctx: Context,
  { email, name }: Pick<MemberView, 'email' | 'name'>,
  password: string,
): Promise<string> {
  const owner = { keyring: ctx.keyring, email, name, workspaceName: await workspaceName(ctx) };
  return newPasswordHash(owner, password);
}

async function openMember(ctx: Context, id: string) {
  const key = tryDecodeId('user', id);
  const before = key && (await memberView(ctx, key));
  if (!key || !before) throw new AppError('member_not_found');
  requireRights(ctx, before.role);
  return { key, before };
}

/**
 * Throws unless the caller may manage this role. The operator at the command line may manage all; an API key
 * has no role, and no route leads here.
 */
function requireRights({ actor, author }: Context, target: Role): void {
  const role = actor?.kind === 'user' ? actor.role : author.kind === 'operator' ? 'owner' : null;
  if (role === null || !mayManageRole(role, target)) {
    throw new AppError('forbidden', { message: 'Only an owner can add, change or remove an owner.' });
  }
}

async function requireAnotherOwner(ctx: QueryContext, leaving: Buffer): Promise<void> {
  const owners = await lockOwners(ctx);
  if (!owners.some((owner) => !owner.equals(leaving))) throw new AppError('last_owner');
}

function present(row: MemberView): Member {
  return {
    id: encodeId('user', row.id),
    name: row.name,
    email: row.email,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt && new Date(row.lastSeenAt).toISOString(),
    hasTwoFactor: row.hasTwoFactor === 1,
  };
}
