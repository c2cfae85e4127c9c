import type { Migration } from './migration.ts';

/**
 * Replies that the model has prepared, one per conversation at most, until someone answers. state: 0 waits for its time,
 * 1 a server works on it, 2 ready. `message_id` is the customer's message that it answers; `attempt` changes with every
 * start, so that a slow server cannot store an answer to an older message.
 */
export const assistDrafts: Migration = {
  name: '0154-assist-drafts',
  statements: [
    `CREATE TABLE IF NOT EXISTS assist_drafts (
      tenant_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      message_id BINARY(16) NOT NULL,
      attempt BINARY(16) NOT NULL,
      state TINYINT UNSIGNED NOT NULL,
      due_at DATETIME(3) NOT NULL,
      is_shadow TINYINT UNSIGNED NOT NULL,
      text TEXT NULL,
      sources JSON NULL,
      language VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
      model VARCHAR(100) NULL,
      is_shown TINYINT UNSIGNED NOT NULL DEFAULT 0,
      is_taken TINYINT UNSIGNED NOT NULL DEFAULT 0,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id),
      KEY assist_drafts_due (state, due_at),
      KEY assist_drafts_contact (tenant_id, contact_id),
      KEY assist_drafts_age (created_at),
      CONSTRAINT assist_drafts_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
