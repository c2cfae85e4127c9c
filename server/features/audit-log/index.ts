import { auditLogRoutes } from './audit-log.routes.ts';

/** Who changed what in a workspace. */
export function registerAuditLog() {
  return { routes: auditLogRoutes() };
}
