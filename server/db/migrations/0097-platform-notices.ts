import type { Migration } from './migration.ts';

/** The platform's latest notices are found among the other entries of the audit log. */
export const platformNotices: Migration = {
  name: '0097-platform-notices',
  statements: ['ALTER TABLE audit_log ADD KEY audit_log_action (tenant_id, action, id)'],
};
