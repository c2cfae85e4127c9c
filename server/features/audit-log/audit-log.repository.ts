import type { AuditLogRow } from '../../db/models/audit-log.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

/** Rows are added and read. The tests' tripwire fails any statement that changes or removes one. */
export class AuditLogRepository extends TenantRepository<AuditLogRow> {
  protected readonly table = this.database.models.auditLog;

  /** Newest first, from behind `before`. */
  list(before: Buffer | null, limit: number): Promise<AuditLogRow[]> {
    return this.select<AuditLogRow>(
      `SELECT id, actor_kind AS actorKind, actor_id AS actorId, actor_name AS actorName, action,
         target_kind AS targetKind, target_id AS targetId, target_label AS targetLabel, ip,
         request_id AS requestId, created_at AS createdAt
       FROM audit_log WHERE tenant_id = :tenantId ${before ? 'AND id < :before' : ''}
       ORDER BY id DESC LIMIT ${Math.trunc(limit)}`,
      before ? { before } : {},
    );
  }
}
