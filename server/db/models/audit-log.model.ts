import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import { defineModel, key, string, time } from '../define-model.ts';

export interface AuditLogRow {
  id: Buffer;
  tenantId: Buffer;
  actorKind: AuditEntry['actor']['kind'];
  actorId: string | null;
  actorName: string;
  action: AuditEntry['action'];
  targetKind: AuditEntry['target']['kind'];
  targetId: string;
  targetLabel: string;
  ip: string | null;
  requestId: string | null;
  createdAt: Date;
}

export const auditLogModel = defineModel<AuditLogRow>('audit_log', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  actorKind: string(),
  actorId: string(),
  actorName: string(),
  action: string(),
  targetKind: string(),
  targetId: string(),
  targetLabel: string(),
  ip: string(),
  requestId: string(),
  createdAt: time(),
});
