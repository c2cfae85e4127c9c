import type { AuditChange } from '../../../shared/contract/audit-log.contract.ts';
import { cutText } from '../../../shared/domain/text.ts';
import type { Author } from '../auth/author.ts';
import type { Context, QueryContext } from '../context/context.ts';
import { newKey } from '../ids.ts';
import { insertRow } from '../tenancy/rows.ts';

/** A change as recorded in the audit log. */
interface AuditedChange extends AuditChange {
  by: Author;
}

const LABEL_MAX = 254;

/**
 * Adds an entry to the audit log in the transaction of the change, so that neither exists without the other.
 * Entries are only added: in tests, a tripwire fails any statement that changes or removes one.
 */
export function recordAudit(
  ctx: QueryContext & Pick<Context, 'clock'>,
  { action, target, by }: AuditedChange,
): Promise<void> {
  return insertRow(ctx, 'auditLog', {
    id: newKey(),
    actorKind: by.kind,
    actorId: by.id,
    actorName: by.name,
    action,
    targetKind: target.kind,
    targetId: target.id,
    targetLabel: cutText(target.label, LABEL_MAX),
    ip: by.ip,
    requestId: by.requestId,
    createdAt: ctx.clock.now(),
  });
}
