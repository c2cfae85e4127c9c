import type { Migration } from './migration.ts';

/**
 * Adds what members are notified about. A row holds no text of its own: names and texts are read from where they
 * are, so that they are deleted with the contact, the note or the message.
 */
export const notifications: Migration = {
  name: '0075-notifications',
  statements: [
    `CREATE TABLE IF NOT EXISTS notifications (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      user_id BINARY(16) NOT NULL,
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      actor_id BINARY(16) NULL,
      subject_id BINARY(16) NULL,
      created_at DATETIME(3) NOT NULL,
      read_at DATETIME(3) NULL,
      KEY notifications_list (tenant_id, user_id, created_at, id),
      KEY notifications_unread (tenant_id, user_id, read_at, conversation_id),
      KEY notifications_contact (tenant_id, contact_id),
      KEY notifications_subject (tenant_id, subject_id),
      CONSTRAINT notifications_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT notifications_of_user FOREIGN KEY (tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
