import type { Migration } from './migration.ts';

/** Adds when each team works, and within which time it wants to answer. No row: always open, and no targets. */
export const businessHours: Migration = {
  name: '0065-business-hours',
  statements: [
    `CREATE TABLE IF NOT EXISTS response_rules (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      hours JSON NULL,
      first_response_minutes INT UNSIGNED NULL,
      next_response_minutes INT UNSIGNED NULL,
      updated_at DATETIME(3) NOT NULL,
      CONSTRAINT response_rules_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
