import type { Database } from '../../db/database.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { auditLogRoutes } from './audit-log.routes.ts';
import { createAuditLogService } from './audit-log.service.ts';

/** Who changed what in a workspace. */
export function registerAuditLog(deps: { database: Database; cursors: Cursors }) {
  return { routes: auditLogRoutes(createAuditLogService(deps)) };
}
