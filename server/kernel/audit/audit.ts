import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Author } from '../auth/author.ts';
import type { QueryContext } from '../context/context.ts';
import { newKey } from '../ids.ts';
import { insertRow } from '../tenancy/rows.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** A change as the audit log keeps it. */
export interface AuditedChange extends Pick<AuditEntry, 'action' | 'target'> {
  by: Author;
}

const LABEL_MAX = 254;

/**
 * Adds an entry to the audit log, in the transaction of the change: neither is there without the other. Entries are
 * only added; the tests' tripwire fails any statement that changes or removes one.
 */
export function recordAudit(ctx: QueryContext, { action, target, by }: AuditedChange): Promise<void> {
  return insertRow(ctx, 'auditLog', {
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

/** The same for services without a context. */
export type RecordAudit = (
  work: { tx: Transaction },
  scope: TenantScope,
  change: AuditedChange,
) => Promise<void>;

export function createRecordAudit(db: Database): RecordAudit {
  return ({ tx }, scope, change) => recordAudit({ db, scope, tx }, change);
}
