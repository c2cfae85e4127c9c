import type { Migration } from './migration.ts';

/** Adds the custom fields of contacts, and what a contact has in them, by the key of the field. */
export const contactFields: Migration = {
  name: '0072-contact-fields',
  statements: [
    // A removed field keeps its key until the contacts have no values of it any more.
    `CREATE TABLE IF NOT EXISTS contact_fields (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      field_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      name VARCHAR(60) NOT NULL,
      type VARCHAR(8) CHARACTER SET ascii NOT NULL,
      options JSON NOT NULL,
      created_at DATETIME(3) NOT NULL,
      removed_at DATETIME(3) NULL,
      UNIQUE KEY contact_fields_key (tenant_id, field_key),
      CONSTRAINT contact_fields_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    'ALTER TABLE contacts ADD COLUMN attributes JSON NULL',
  ],
};
