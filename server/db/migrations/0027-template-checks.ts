import type { Migration } from './migration.ts';

/** When each template was last fetched on its own, because a send did not fit what is stored of it. */
export const templateChecks: Migration = {
  name: '0027-template-checks',
  statements: ['ALTER TABLE templates ADD COLUMN checked_at DATETIME(3) NULL'],
};
