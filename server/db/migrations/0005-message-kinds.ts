import type { Migration } from './migration.ts';

/**
 * The content of messages other than text. A single statement, which is applied as a whole: when it runs
 * again after a crash, its first column exists and it is skipped (see `migrate`).
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
