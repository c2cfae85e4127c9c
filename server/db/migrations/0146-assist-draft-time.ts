import type { Migration } from './migration.ts';

/** How long the model has worked ahead on prepared replies of a workspace, by day (UTC): a day's budget is shared. */
export const assistDraftTime: Migration = {
  name: '0146-assist-draft-time',
  statements: [
    `CREATE TABLE IF NOT EXISTS assist_draft_time (
      tenant_id BINARY(16) NOT NULL,
      day DATE NOT NULL,
      ms BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (tenant_id, day),
      KEY assist_draft_time_day (day, tenant_id, ms),
      CONSTRAINT assist_draft_time_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
