import type { EventHandlers } from '../../lib/event-handlers.ts';
import { refreshAuditLog } from './audit-log.queries.ts';

/** Changes that are written down: an open log is asked for again. */
export const auditLogRealtime = {
  'api_key.created': refreshAuditLog,
  'api_key.revoked': refreshAuditLog,
  'member.added': refreshAuditLog,
  'member.changed': refreshAuditLog,
  'member.removed': refreshAuditLog,
} satisfies EventHandlers;
