import type { Migration } from './migration.ts';

/** The tags that everyone of an imported file gets. */
export const importTags: Migration = {
  name: '0121-import-tags',
  statements: ['ALTER TABLE contact_imports ADD COLUMN tags JSON NULL'],
};
