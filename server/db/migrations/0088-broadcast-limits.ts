import type { Migration } from './migration.ts';

/**
 * To whom a workspace has written first within 24 hours, which the platform limits, and whether a broadcast was resumed in
 * spite of the number's quality (decision 0303).
 */
export const broadcastLimits: Migration = {
  name: '0088-broadcast-limits',
  statements: [
    `CREATE TABLE IF NOT EXISTS messaged_people (
      tenant_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      messaged_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, contact_id),
      KEY messaged_people_time (tenant_id, messaged_at),
      KEY messaged_people_age (messaged_at),
      CONSTRAINT messaged_people_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    'ALTER TABLE broadcasts ADD COLUMN ignores_quality TINYINT UNSIGNED NOT NULL DEFAULT 0',
  ],
};
