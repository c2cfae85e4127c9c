import type { Migration } from './migration.ts';

/** The order in which rules run; those of before keep the order in which they were created. */
export const automationOrder: Migration = {
  name: '0102-automation-order',
  statements: ['ALTER TABLE automation_rules ADD COLUMN position SMALLINT UNSIGNED NOT NULL DEFAULT 0'],
};
