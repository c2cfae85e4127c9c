import type { Migration } from './migration.ts';

/** When each template was last fetched individually, because a send did not match its stored version. */
export const templateChecks: Migration = {
  name: '0027-template-checks',
  statements: ['ALTER TABLE templates ADD COLUMN checked_at DATETIME(3) NULL'],
};
