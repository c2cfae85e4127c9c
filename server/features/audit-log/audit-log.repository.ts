import type { AuditLogRow } from '../../db/models/audit-log.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { select } from '../../kernel/tenancy/rows.ts';

/** Returns entries of the audit log, newest first, from behind `before`. */
export function newestEntries(
  ctx: QueryContext,
  before: Buffer | null,
  limit: number,
): Promise<AuditLogRow[]> {
  return select<AuditLogRow>(
    ctx,
    `SELECT id, actor_kind AS actorKind, actor_id AS actorId, actor_name AS actorName, action,
       target_kind AS targetKind, target_id AS targetId, target_label AS targetLabel, ip,
       request_id AS requestId, created_at AS createdAt
     FROM audit_log WHERE tenant_id = :tenantId ${before ? 'AND id < :before' : ''}
     ORDER BY id DESC LIMIT ${Math.trunc(limit)}`,
    before ? { before } : {},
  );
}
