import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import type { Database } from '../../db/database.ts';
import type { AuditLogRow } from '../../db/models/audit-log.model.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { AuditLogRepository } from './audit-log.repository.ts';

export type AuditLogService = ReturnType<typeof createAuditLogService>;

export function createAuditLogService({ database, cursors }: { database: Database; cursors: Cursors }) {
  return {
    async list(scope: TenantScope, query: { limit: number; cursor?: string | undefined }) {
      const name = ['audit-log', scope.tenantId];
      const [after] = query.cursor ? cursors.read(name, query.cursor) : [];
      const before = after === undefined ? null : decodeId(String(after));
      const rows = await new AuditLogRepository(database, scope).list(before, query.limit + 1);
      const data = rows.slice(0, query.limit).map(present);
      const last = rows.length > query.limit ? data.at(-1) : undefined;
      return { data, nextCursor: last ? cursors.write(name, [last.id]) : null };
    },
  };
}

function present(row: AuditLogRow): AuditEntry {
  return {
    id: encodeId('auditEntry', row.id),
    action: row.action,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    target: { kind: row.targetKind, id: row.targetId, label: row.targetLabel },
    ip: row.ip,
    requestId: row.requestId,
    createdAt: row.createdAt.toISOString(),
  };
}
