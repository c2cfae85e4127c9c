import type { Migration } from './migration.ts';

/**
 * Edits and deletions of messages by customers. One that arrives before its message is parked under the
 * message's platform id, and processed when the message arrives.
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
