import type { Migration } from './migration.ts';

/** Groups of possible duplicates that a person has found to be different people; the key is a digest of the contacts' ids. */
export const distinctContacts: Migration = {
  name: '0122-distinct-contacts',
  statements: [
    `CREATE TABLE IF NOT EXISTS distinct_contacts (
      tenant_id BINARY(16) NOT NULL,
      group_key BINARY(16) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, group_key),
      CONSTRAINT distinct_contacts_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
