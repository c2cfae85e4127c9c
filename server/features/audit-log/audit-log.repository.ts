import type { AuditLogRow } from '../../db/models/audit-log.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findRows, Op } from '../../kernel/tenancy/rows.ts';

/** Returns entries of the audit log, newest first, from behind `before`. */
export function newestEntries(
  ctx: QueryContext,
  before: Buffer | null,
  limit: number,
): Promise<AuditLogRow[]> {
  return findRows(ctx, 'auditLog', {
    where: before ? { id: { [Op.lt]: before } } : {},
    order: [['id', 'DESC']],
    limit,
  });
}
