import type { Migration } from './migration.ts';

/**
 * Who created a link, so that it stops working when they are removed or lose rights. Open links from before have no
 * author and expire within a week.
 */
export const linkAuthors: Migration = {
  name: '0056-link-authors',
  statements: [
    `ALTER TABLE access_links
       ADD COLUMN created_by_id BINARY(16) NULL,
       ADD KEY access_links_author (tenant_id, created_by_id)`,
  ],
};
