import { auditLogRoutes } from './audit-log.routes.ts';

/** Wires the log of who changed what in a workspace. */
export function registerAuditLog() {
  return { routes: auditLogRoutes() };
}
