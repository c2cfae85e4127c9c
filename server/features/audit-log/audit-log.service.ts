import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import { readAuditLabel } from '../../../shared/domain/reasons/audit-labels.ts';
import type { AuditLogRow } from '../../db/models/audit-log.model.ts';
import type { Context } from '../../kernel/context/context.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import { newestEntries } from './audit-log.repository.ts';

/**
 * Returns a page of the audit log, newest first.
 * @throws {AppError} validation_failed for a cursor of another list.
 */
export async function listAuditLog(ctx: Context, query: { limit: number; cursor?: string | undefined }) {
  const { cursors, scope } = ctx;
  const name = ['audit-log', scope.tenantId];
  const [after] = query.cursor ? cursors.read(name, query.cursor) : [];
  const before = after === undefined ? null : decodeId(String(after));
  const rows = await newestEntries(ctx, before, query.limit + 1);
  const data = rows.slice(0, query.limit).map(present);
  const last = rows.length > query.limit ? data.at(-1) : undefined;
  return { data, nextCursor: last ? cursors.write(name, [last.id]) : null };
}

function present(row: AuditLogRow): AuditEntry {
  const target = { kind: row.targetKind, id: row.targetId, label: row.targetLabel };
  const { code: labelCode, params: labelParams } = readAuditLabel(target);
  return {
    id: encodeId('auditEntry', row.id),
    action: row.action,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    target: { ...target, labelCode, labelParams },
    ip: row.ip,
    requestId: row.requestId,
    createdAt: row.createdAt.toISOString(),
  };
}
