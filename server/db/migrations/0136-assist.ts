import type { Migration } from './migration.ts';

/**
 * The assistant: how each workspace has set its features, which contacts it leaves alone, and what became of its
 * suggestions, by day. No row of settings: every feature has its default.
 */
export const assist: Migration = {
  name: '0136-assist',
  statements: [
    `CREATE TABLE IF NOT EXISTS assist_settings (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      modes JSON NOT NULL,
      profile VARCHAR(1000) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      CONSTRAINT assist_settings_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS assist_exclusions (
      tenant_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, contact_id),
      CONSTRAINT assist_exclusions_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS assist_counts (
      tenant_id BINARY(16) NOT NULL,
      day DATE NOT NULL,
      feature VARCHAR(20) NOT NULL,
      outcome VARCHAR(20) NOT NULL,
      language VARCHAR(8) NOT NULL,
      model VARCHAR(100) NOT NULL,
      count INT UNSIGNED NOT NULL,
      PRIMARY KEY (tenant_id, day, feature, outcome, language, model),
      KEY assist_counts_day (day),
      CONSTRAINT assist_counts_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
