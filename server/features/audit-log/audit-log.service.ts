import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import type { Database } from '../../db/database.ts';
import type { AuditLogRow } from '../../db/models/audit-log.model.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { decodeId, encodeId, newKey } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { AuditLogRepository } from './audit-log.repository.ts';

const LABEL_MAX = 254;

/** `record` for the services whose changes are written down. */
export function createRecordAudit(database: Database): RecordAudit {
  return (work, scope, { action, target, by }) =>
    new AuditLogRepository(database, scope, work.tx).insert({
      id: newKey(),
      actorKind: by.kind,
      actorId: by.id,
      actorName: by.name,
      action,
      targetKind: target.kind,
      targetId: target.id,
      targetLabel: target.label.slice(0, LABEL_MAX),
      ip: by.ip,
      requestId: by.requestId,
      createdAt: new Date(),
    });
}

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
