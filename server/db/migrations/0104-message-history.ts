import type { Migration } from './migration.ts';

/** Marks messages from before the number was connected, which are not counted. Earlier ones are not known. */
export const messageHistory: Migration = {
  name: '0104-message-history',
  statements: ['ALTER TABLE messages ADD COLUMN is_history TINYINT UNSIGNED NOT NULL DEFAULT 0'],
};
