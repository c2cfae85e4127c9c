import { registerAuditLog } from '../features/audit-log/index.ts';
import { registerEvents } from '../features/events/index.ts';
import { readEvents } from '../kernel/outbox/relay.ts';
import type { Kernel } from './kernel.ts';

/** What has happened in a workspace, to be read again: its events and who changed what. */
export function wireRecords({ database, cursors }: Kernel) {
  const events = registerEvents({ read: (scope, since, limit) => readEvents(database, scope, since, limit) });
  const auditLog = registerAuditLog({ database, cursors });
  return { dashboardRoutes: { events: events.routes, auditLog: auditLog.routes } };
}
