import type { Migration } from './migration.ts';

/**
 * When each person of a broadcast gets the message at the earliest, and why nobody does right now; the hours within which
 * the workspace sends broadcasts (decision 0302).
 */
export const broadcastTimes: Migration = {
  name: '0087-broadcast-times',
  statements: [
    `ALTER TABLE broadcasts
      ADD COLUMN local_at DATETIME(3) NULL AFTER send_at,
      ADD COLUMN wait_reason VARCHAR(20) CHARACTER SET ascii NULL,
      ADD COLUMN wait_until DATETIME(3) NULL`,
    `ALTER TABLE broadcast_recipients
      ADD COLUMN due_at DATETIME(3) NOT NULL DEFAULT '2000-01-01 00:00:00.000',
      ADD KEY broadcast_recipients_due (tenant_id, broadcast_id, state, due_at, contact_id)`,
    `CREATE TABLE IF NOT EXISTS broadcast_settings (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      hours_from SMALLINT UNSIGNED NULL,
      hours_to SMALLINT UNSIGNED NULL,
      updated_at DATETIME(3) NOT NULL,
      CONSTRAINT broadcast_settings_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
