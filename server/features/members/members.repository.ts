import type { Role } from '../../../shared/domain/roles.ts';
import type { UserRow } from '../../db/models/user.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

export type MemberView = Pick<UserRow, 'id' | 'name' | 'email' | 'role' | 'createdAt'> & {
  lastSeenAt: Date | null;
};

const VIEW = `SELECT u.id, u.name, u.email, u.role, u.created_at AS createdAt,
  (SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.tenant_id = u.tenant_id AND s.user_id = u.id) AS lastSeenAt
  FROM users u`;

export class MembersRepository extends TenantRepository<UserRow> {
  protected readonly table = this.database.models.user;

  list(): Promise<MemberView[]> {
    return this.select<MemberView>(`${VIEW} WHERE u.tenant_id = :tenantId ORDER BY u.id`);
  }

  async view(id: Buffer): Promise<MemberView | null> {
    const [row] = await this.select<MemberView>(`${VIEW} WHERE u.tenant_id = :tenantId AND u.id = :id`, {
      id,
    });
    return row ?? null;
  }

  /** All owners, locked: two owners who remove each other at once cannot both succeed. */
  async lockOwners(): Promise<Buffer[]> {
    const owner: Role = 'owner';
    const rows = await this.select<{ id: Buffer }>(
      'SELECT id FROM users WHERE tenant_id = :tenantId AND role = :owner FOR UPDATE',
      { owner },
    );
    return rows.map((row) => row.id);
  }

  /** Ends every session of a member; their sockets are closed by whoever calls this. */
  async endSessions(userId: Buffer): Promise<void> {
    await this.run('DELETE FROM sessions WHERE tenant_id = :tenantId AND user_id = :userId', { userId });
  }
}
