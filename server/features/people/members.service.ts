import type { AddMember, Colleague, Member } from '../../../shared/contract/access/members.contract.ts';
import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { mayManageRole, type Role } from '../../../shared/domain/roles.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { NEW_MEMBER, type UserRow } from '../../db/models/user.model.ts';
import { requireConfirmation } from '../../kernel/auth/actor.ts';
import { newPasswordHash } from '../../kernel/auth/new-password.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { deleteRow, findRows, insertRow, updateRow } from '../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { workspaceName } from '../../kernel/tenancy/workspace-name.ts';
import { deleteLinksBy, endResetLinks } from './access-links.repository.ts';
import {
  endSessions,
  lockMember,
  lockOwners,
  type MemberView,
  memberView,
  memberViews,
} from './members.repository.ts';

/** Closes the sockets of a member whose sessions have ended. */
export type DisconnectMember = (scope: TenantScope, userId: string) => void;

/** What has to happen elsewhere when a member is removed. */
export interface RemovalParts {
  disconnect: DisconnectMember;
  /** Makes their conversations nobody's. */
  unassignMember(ctx: ChangeContext, memberId: Buffer): Promise<void>;
}

/** Returns the members of a workspace, oldest first. */
export async function listMembers(ctx: Context) {
  return { data: (await memberViews(ctx)).map(present) };
}

/** Returns the names of the members, in alphabetical order. */
export async function listColleagues(ctx: Context): Promise<{ data: Colleague[] }> {
  const rows = await findRows(ctx, 'user', {
    columns: ['id', 'name', 'role', 'awaySince'],
    order: [
      ['name', 'ASC'],
      ['id', 'ASC'],
    ],
  });
  return {
    data: rows.map(({ id, name, role, awaySince }) => ({
      id: encodeId('user', id),
      name,
      role,
      isAway: awaySince !== null,
    })),
  };
}

/**
 * Adds a member with a password, for the command line.
 * @throws {AppError} forbidden when the caller may not assign this role; member_email_taken; password_too_common;
 * password_too_personal.
 */
export async function addMember(ctx: Context, input: AddMember): Promise<Member> {
  requireRights(ctx, input.role);
  const { password, ...given } = input;
  const passwordHash = await hashFor(ctx, given, password);
  return inTransaction(ctx, (ctx) => insertMember(ctx, { ...given, id: newKey(), passwordHash }));
}

/** Inserts a member, with an event and an audit entry. @throws {AppError} member_email_taken */
export async function insertMember(
  ctx: ChangeContext,
  given: Pick<UserRow, 'id' | 'name' | 'email' | 'role' | 'passwordHash'>,
): Promise<Member> {
  const row = {
    ...given,
    ...{ language: null, createdAt: ctx.clock.now() },
    ...NEW_MEMBER,
  };
  try {
    await insertRow(ctx, 'user', row);
  } catch (error) {
    if (!isDuplicate(error, 'users_email')) throw error;
    throw new AppError('member_email_taken', {
      details: [{ path: 'email', message: 'belongs to a member' }],
    });
  }
  const id = encodeId('user', row.id);
  await auditMember(ctx, 'member.added', { id, name: `${row.name} (${row.role})` });
  ctx.record('member.added', { id, name: row.name });
  return present({ ...row, lastSeenAt: null, hasTwoFactor: 0 });
}

/**
 * Changes name or role. A new role must be confirmed; it ends the member's sessions and password reset links,
 * which were made for the old role. Unless it is a higher one, the links that they created stop working too.
 * @throws {AppError} member_not_found; forbidden; last_owner; confirmation_required.
 */
export async function changeMember(
  ctx: Context,
  disconnect: DisconnectMember,
  id: string,
  input: { name?: string | undefined; role?: Role | undefined },
): Promise<Member> {
  let isNewRole = false;
  const member = await inTransaction(ctx, async (ctx) => {
    const { key, before } = await openMember(ctx, id);
    const { name = before.name, role = before.role } = input;
    isNewRole = role !== before.role;
    if (isNewRole) {
      requireRights(ctx, role);
      requireConfirmation(ctx.actor);
      if (before.role === 'owner') await requireAnotherOwner(ctx, key);
    }
    if (isNewRole || name !== before.name) {
      await updateRow(ctx, 'user', key, { name, role });
      if (isNewRole) {
        await endSessions(ctx, key);
        await endResetLinks(ctx, key, ctx.clock.now());
        if (!mayManageRole(role, before.role)) await deleteLinksBy(ctx, key);
        await auditMember(ctx, 'member.role_changed', { id, name: `${name} (${before.role} → ${role})` });
      }
      ctx.record('member.changed', { id, name });
    }
    return present({ ...before, name, role });
  });
  if (isNewRole) disconnect(ctx.scope, id);
  return member;
}

/** Ends all sessions of a member. @throws {AppError} member_not_found; forbidden. */
export async function signOutMember(ctx: Context, disconnect: DisconnectMember, id: string) {
  const sessions = await inTransaction(ctx, async (ctx) => {
    const { key, before } = await openMember(ctx, id);
    await auditMember(ctx, 'member.signed_out', { id, name: before.name });
    ctx.record('member.changed', { id, name: before.name });
    return endSessions(ctx, key);
  });
  disconnect(ctx.scope, id);
  return { sessions };
}

/** Removes a member and ends their sessions and the links that they created. @throws {AppError} member_not_found; forbidden; last_owner. */
export async function removeMember(ctx: Context, { disconnect, unassignMember }: RemovalParts, id: string) {
  await inTransaction(ctx, async (ctx) => {
    const { key, before } = await openMember(ctx, id);
    if (before.role === 'owner') await requireAnotherOwner(ctx, key);
    await deleteRow(ctx, 'user', key);
    await deleteLinksBy(ctx, key);
    await unassignMember(ctx, key);
    await auditMember(ctx, 'member.removed', { id, name: `${before.name} (${before.role})` });
    ctx.record('member.removed', { id, name: before.name });
  });
  disconnect(ctx.scope, id);
  return { id, deleted: true as const };
}

/** Adds an entry about a member, or a person who is invited, to the audit log. */
export function auditMember(
  ctx: ChangeContext,
  action: Extract<AuditEntry['action'], `member.${string}`>,
  member: { id: string; name: string },
): Promise<void> {
  return ctx.audit({ action, target: { kind: 'member', id: member.id, label: member.name } });
}

/** Returns the hash to store for a new password of a member. @throws {AppError} password_too_common; password_too_personal. */
export async function hashFor(
  ctx: Context,
  { email, name }: Pick<MemberView, 'email' | 'name'>,
  password: string,
): Promise<string> {
  const owner = { keyring: ctx.keyring, email, name, workspaceName: await workspaceName(ctx) };
  return newPasswordHash(owner, password);
}

/**
 * Returns a member whom the caller may manage, locked: their role stays as it is until the transaction ends.
 * @throws {AppError} member_not_found; forbidden.
 */
export async function openMember(ctx: ChangeContext, id: string) {
  const key = tryDecodeId('user', id);
  if (key) await lockMember(ctx, key);
  const before = key && (await memberView(ctx, key));
  if (!key || !before) throw new AppError('member_not_found');
  requireRights(ctx, before.role);
  return { key, before };
}

/**
 * Throws unless the caller may manage this role. The operator at the command line may manage all; an API key
 * has no role, and no route leads here.
 */
export function requireRights({ actor, author }: Context, target: Role): void {
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
