import type { Migration } from './migration.ts';

/**
 * Adds the columns of the other filters to the indexes by status and by consent: a filter that few contacts pass, or none,
 * compares the entries of the index alone (decision 0388).
 */
export const contactFilterColumns: Migration = {
  name: '0167-contact-filter-columns',
  statements: [
    `ALTER TABLE contacts
      DROP KEY contacts_status,
      ADD KEY contacts_status (tenant_id, status, id, marketing, is_blocked, email),
      DROP KEY contacts_marketing,
      ADD KEY contacts_marketing (tenant_id, marketing, id, status, is_blocked, email)`,
  ],
};
