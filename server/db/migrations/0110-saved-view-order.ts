import type { Migration } from './migration.ts';

/** Saved views have an order; those of before stay in the order of their names until one is moved. */
export const savedViewOrder: Migration = {
  name: '0110-saved-view-order',
  statements: ['ALTER TABLE saved_views ADD COLUMN position SMALLINT UNSIGNED NOT NULL DEFAULT 0'],
};
