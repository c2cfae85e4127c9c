import type { Migration } from './migration.ts';

/**
 * Private notes of a team, in a table of their own: what sends messages reads no other table than `messages`.
 * Both tables name the contact, so that its deletion removes their rows.
 */
export const notes: Migration = {
  name: '0052-notes',
  statements: [
    `CREATE TABLE IF NOT EXISTS notes (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      author_id BINARY(16) NOT NULL,
      client_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      content TEXT NOT NULL,
      mentions JSON NOT NULL,
      created_at DATETIME(3) NOT NULL,
      UNIQUE KEY notes_client_id (tenant_id, client_id),
      KEY notes_thread (tenant_id, conversation_id, created_at, id),
      KEY notes_contact (tenant_id, contact_id),
      CONSTRAINT notes_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
    // One row per member and conversation, while the member has not seen that they were mentioned.
    `CREATE TABLE IF NOT EXISTS unread_mentions (
      tenant_id BINARY(16) NOT NULL,
      user_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      PRIMARY KEY (tenant_id, user_id, conversation_id),
      KEY unread_mentions_conversation (tenant_id, conversation_id),
      KEY unread_mentions_contact (tenant_id, contact_id),
      CONSTRAINT unread_mentions_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT unread_mentions_of_user FOREIGN KEY (tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
