import type { Migration } from './migration.ts';

/** What a message costs in each country, as the owner keeps it: for the estimate before a broadcast (decision 0304). */
export const broadcastPrices: Migration = {
  name: '0089-broadcast-prices',
  statements: ['ALTER TABLE broadcast_settings ADD COLUMN prices JSON NULL AFTER hours_to'],
};
