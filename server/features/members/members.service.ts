import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import type { AddMember, Member } from '../../../shared/contract/members.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { mayManageRole, type Role } from '../../../shared/domain/roles.ts';
import type { Database } from '../../db/database.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import type { Author } from '../../kernel/auth/author.ts';
import { hashPassword } from '../../kernel/crypto/passwords.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import type { UnitOfWork, Work } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { MembersRepository, type MemberView } from './members.repository.ts';

export interface MembersDeps {
  database: Database;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
  /** Closes the sockets of a member whose sessions have ended. */
  disconnectMember(scope: TenantScope, userId: string): void;
}

/** Who manages: a signed-in person's role, or the operator at the command line, who may do all. */
export interface Manager {
  scope: TenantScope;
  role: Role;
  author: Author;
}

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService(deps: MembersDeps) {
  const { database, inUnitOfWork, disconnectMember } = deps;

  return {
    async list(scope: TenantScope) {
      return { data: (await new MembersRepository(database, scope).list()).map(present) };
    },

    async add(manager: Manager, input: AddMember): Promise<Member> {
      demand(manager.role, input.role);
      const passwordHash = await hashPassword(input.password);
      return inUnitOfWork(manager.scope, async (work) => {
        const { password: _, ...given } = input;
        const row = { ...given, id: newKey(), passwordHash, createdAt: new Date() };
        try {
          await new MembersRepository(database, manager.scope, work.tx).insert(row);
        } catch (error) {
          if (!isDuplicate(error, 'users_email')) throw error;
          throw new AppError('member_email_taken', {
            details: [{ path: 'email', message: 'belongs to a member' }],
          });
        }
        const id = encodeId('user', row.id);
        await audit(work, manager, 'member.added', { id, name: `${row.name} (${row.role})` });
        work.record('member.added', { id, name: row.name });
        return present({ ...row, lastSeenAt: null });
      });
    },

    /** Changes name, role or password. A new role or password ends the member's sessions. */
    async change(
      manager: Manager,
      id: string,
      input: { name?: string | undefined; role?: Role | undefined; password?: string | undefined },
    ): Promise<Member> {
      const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password);
      const endsSessions = passwordHash !== undefined || input.role !== undefined;
      const member = await inUnitOfWork(manager.scope, async (work) => {
        const { repository, key, before } = await openMember(manager, id, work);
        if (input.role !== undefined && input.role !== before.role) {
          demand(manager.role, input.role);
          if (before.role === 'owner') await demandAnotherOwner(repository, key);
        }
        const values = {
          ...(input.name === undefined ? {} : { name: input.name }),
          ...(input.role === undefined ? {} : { role: input.role }),
          ...(passwordHash === undefined ? {} : { passwordHash }),
        };
        if (Object.keys(values).length > 0) {
          await repository.update(key, values);
          if (endsSessions) await repository.endSessions(key);
          const name = input.name ?? before.name;
          if (input.role !== undefined && input.role !== before.role) {
            const roles = `${before.role} → ${input.role}`;
            await audit(work, manager, 'member.role_changed', { id, name: `${name} (${roles})` });
          }
          if (passwordHash !== undefined) await audit(work, manager, 'member.password_changed', { id, name });
          work.record('member.changed', { id, name });
        }
        return present({ ...before, ...values });
      });
      if (endsSessions) disconnectMember(manager.scope, id);
      return member;
    },

    async remove(manager: Manager, id: string) {
      await inUnitOfWork(manager.scope, async (work) => {
        const { repository, key, before } = await openMember(manager, id, work);
        if (before.role === 'owner') await demandAnotherOwner(repository, key);
        await repository.remove(key);
        await audit(work, manager, 'member.removed', { id, name: `${before.name} (${before.role})` });
        work.record('member.removed', { id, name: before.name });
      });
      disconnectMember(manager.scope, id);
      return { id, deleted: true as const };
    },
  };

  function audit(
    work: Work,
    { scope, author }: Manager,
    action: Extract<AuditEntry['action'], `member.${string}`>,
    member: { id: string; name: string },
  ): Promise<void> {
    const target = { kind: 'member' as const, id: member.id, label: member.name };
    return deps.recordAudit(work, scope, { action, target, by: author });
  }

  async function openMember(manager: Manager, id: string, work: Work) {
    const key = tryDecodeId('user', id);
    const repository = new MembersRepository(database, manager.scope, work.tx);
    const before = key && (await repository.view(key));
    if (!key || !before) throw new AppError('member_not_found');
    demand(manager.role, before.role);
    return { repository, key, before };
  }
}

function demand(actor: Role, target: Role): void {
  if (!mayManageRole(actor, target)) {
    throw new AppError('forbidden', { message: 'Only an owner can add, change or remove an owner.' });
  }
}

async function demandAnotherOwner(repository: MembersRepository, leaving: Buffer): Promise<void> {
  const owners = await repository.lockOwners();
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
  };
}
