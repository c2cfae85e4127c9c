import type { Migration } from './migration.ts';

/**
 * What became of suggestions, by day: is_test 1 for what was made in test mode, and shown to nobody. It takes the place of
 * `assist_counts`, whose rows have both together and are in no result; not every database can add a column to a primary
 * key. Those rows reach their age limit there.
 */
export const assistOutcomes: Migration = {
  name: '0137-assist-outcomes',
  statements: [
    `CREATE TABLE IF NOT EXISTS assist_outcomes (
      tenant_id BINARY(16) NOT NULL,
      day DATE NOT NULL,
      feature VARCHAR(20) NOT NULL,
      is_test TINYINT UNSIGNED NOT NULL,
      outcome VARCHAR(20) NOT NULL,
      language VARCHAR(8) NOT NULL,
      model VARCHAR(100) NOT NULL,
      count INT UNSIGNED NOT NULL,
      PRIMARY KEY (tenant_id, day, feature, is_test, outcome, language, model),
      KEY assist_outcomes_day (day),
      CONSTRAINT assist_outcomes_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
