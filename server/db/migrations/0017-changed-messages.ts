import type { Migration } from './migration.ts';

/**
 * What customers do to messages that are there: change them, delete them. And what came before its message:
 * it is parked under the message's platform id, and taken up when the message comes.
 */
export const changedMessages: Migration = {
  name: '0017-changed-messages',
  statements: [
    `ALTER TABLE messages
      ADD COLUMN edits JSON NULL,
      ADD COLUMN edited_at DATETIME(3) NULL,
      ADD COLUMN revoked_at DATETIME(3) NULL`,
    `ALTER TABLE parked_items
      ADD COLUMN awaits VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      ADD KEY parked_items_awaits (tenant_id, awaits)`,
  ],
};
