import type { Migration } from './migration.ts';

/** Adds what was changed of contacts, when and by whom. */
export const contactHistory: Migration = {
  name: '0093-contact-history',
  statements: [
    `CREATE TABLE IF NOT EXISTS contact_history (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      author_kind VARCHAR(8) CHARACTER SET ascii NOT NULL,
      author_name VARCHAR(254) NOT NULL,
      changes JSON NOT NULL,
      created_at DATETIME(3) NOT NULL,
      KEY contact_history_contact (tenant_id, contact_id, created_at, id),
      KEY contact_history_age (created_at),
      CONSTRAINT history_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
