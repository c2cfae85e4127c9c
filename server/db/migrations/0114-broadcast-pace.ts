import type { Migration } from './migration.ts';

/** Whether a broadcast is sent more slowly, because of the number's quality (decision 0330). */
export const broadcastPace: Migration = {
  name: '0114-broadcast-pace',
  statements: ['ALTER TABLE broadcasts ADD COLUMN is_slowed TINYINT UNSIGNED NOT NULL DEFAULT 0'],
};
