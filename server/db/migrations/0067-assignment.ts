import type { Migration } from './migration.ts';

/**
 * Adds how conversations are assigned, who takes part and who is away. No row: by hand. The index finds the
 * conversations of nobody, or of a person, in which a customer waits.
 */
export const assignment: Migration = {
  name: '0067-assignment',
  statements: [
    `CREATE TABLE IF NOT EXISTS assignment_rules (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      mode VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      capacity INT UNSIGNED NULL,
      only_in_hours TINYINT(1) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      CONSTRAINT assignment_rules_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    `ALTER TABLE users
       ADD COLUMN away_since DATETIME(3) NULL,
       ADD COLUMN takes_part TINYINT(1) NOT NULL DEFAULT 1,
       ADD COLUMN last_assigned_at DATETIME(3) NULL`,
    `ALTER TABLE conversations
       ADD KEY conversations_to_assign (tenant_id, status, assignee_id, waiting_since, id)`,
  ],
};
