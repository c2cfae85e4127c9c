import type { Migration } from './migration.ts';

/**
 * Rehearsals and their simulated customers (decision 0370). `ended` says why a rehearsal has ended; null: it runs. Of a
 * customer, `next_lines` has what they are about to write, `progress` what has come of the conversation, and `due_at` the time
 * of their next step; it is null once they have an outcome. The contact is found by its phone.
 */
export const rehearsals: Migration = {
  name: '0158-rehearsals',
  statements: [
    `CREATE TABLE IF NOT EXISTS rehearsals (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      language VARCHAR(4) CHARACTER SET ascii NOT NULL,
      pace VARCHAR(8) CHARACTER SET ascii NOT NULL,
      number_id VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      started_by BINARY(16) NULL,
      members JSON NOT NULL,
      ended VARCHAR(16) CHARACTER SET ascii NULL,
      created_at DATETIME(3) NOT NULL,
      ends_at DATETIME(3) NOT NULL,
      ended_at DATETIME(3) NULL,
      UNIQUE KEY rehearsals_tenant_id (tenant_id, id),
      KEY rehearsals_newest (tenant_id, created_at),
      KEY rehearsals_age (created_at),
      CONSTRAINT rehearsals_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS rehearsal_customers (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      rehearsal_id BINARY(16) NOT NULL,
      script VARCHAR(20) CHARACTER SET ascii NOT NULL,
      phone VARCHAR(15) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      member_id BINARY(16) NOT NULL,
      progress JSON NOT NULL,
      next_lines JSON NOT NULL,
      final VARCHAR(12) CHARACTER SET ascii NULL,
      outcome VARCHAR(12) CHARACTER SET ascii NULL,
      wrote_at DATETIME(3) NULL,
      due_at DATETIME(3) NULL,
      created_at DATETIME(3) NOT NULL,
      UNIQUE KEY rehearsal_customers_phone (tenant_id, phone),
      KEY rehearsal_customers_due (tenant_id, due_at, id),
      KEY rehearsal_customers_of (tenant_id, rehearsal_id, id),
      CONSTRAINT rehearsal_customers_of_rehearsal FOREIGN KEY (tenant_id, rehearsal_id)
        REFERENCES rehearsals (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
