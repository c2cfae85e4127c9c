import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import type { Author } from '../auth/author.ts';
import type { Work } from '../outbox/unit-of-work.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** A change as it is written down. */
export interface AuditedChange extends Pick<AuditEntry, 'action' | 'target'> {
  by: Author;
}

/** Writes a change down in the transaction that makes it: neither is there without the other. */
export type RecordAudit = (
  work: Pick<Work, 'tx'>,
  scope: TenantScope,
  change: AuditedChange,
) => Promise<void>;
