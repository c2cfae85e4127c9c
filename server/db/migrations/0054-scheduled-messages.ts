import type { Migration } from './migration.ts';

/** Messages can wait for a time, or for the seconds in which their author can undo them. */
export const scheduledMessages: Migration = {
  name: '0054-scheduled-messages',
  statements: [
    `ALTER TABLE messages
       ADD COLUMN send_at DATETIME(3) NULL,
       ADD COLUMN is_held TINYINT UNSIGNED NOT NULL DEFAULT 0`,
  ],
};
