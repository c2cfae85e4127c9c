import type { Migration } from './migration.ts';

/**
 * What the kinds of messages other than text say. One statement, so that it happens as a whole: run again
 * after a crash, it finds its first column and is passed over (see `migrate`).
 */
export const messageKinds: Migration = {
  name: '0005-message-kinds',
  statements: [
    `ALTER TABLE messages
      ADD COLUMN template_name VARCHAR(512) CHARACTER SET ascii NULL,
      ADD COLUMN template_language VARCHAR(16) CHARACTER SET ascii NULL,
      ADD COLUMN components JSON NULL,
      ADD COLUMN media_url TEXT NULL,
      ADD COLUMN caption TEXT NULL,
      ADD COLUMN filename VARCHAR(255) NULL,
      ADD COLUMN reactions JSON NULL`,
  ],
};
