import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { refreshAuditLog } from './audit-log.queries.ts';

/** Refetches an open audit log after every recorded change. */
export const auditLogRealtime = {
  'api_key.created': refreshAuditLog,
  'api_key.changed': refreshAuditLog,
  'api_key.revoked': refreshAuditLog,
  'member.added': refreshAuditLog,
  'member.changed': refreshAuditLog,
  'member.removed': refreshAuditLog,
  'channel.updated': refreshAuditLog,
  'webhook_endpoint.updated': refreshAuditLog,
} satisfies EventHandlers;
