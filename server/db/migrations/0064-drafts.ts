import type { Migration } from './migration.ts';

/**
 * What members have typed and not sent, one row per member and conversation. `revision` changes with every change,
 * and is never used twice: a device compares it with the one that it knows.
 */
export const drafts: Migration = {
  name: '0064-drafts',
  statements: [
    `CREATE TABLE IF NOT EXISTS drafts (
      tenant_id BINARY(16) NOT NULL,
      user_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      revision BINARY(16) NOT NULL,
      reply TEXT NOT NULL,
      note TEXT NOT NULL,
      template TEXT NOT NULL,
      quote TEXT NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, user_id, conversation_id),
      KEY drafts_recent (tenant_id, user_id, updated_at),
      KEY drafts_contact (tenant_id, contact_id),
      CONSTRAINT drafts_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT drafts_of_user FOREIGN KEY (tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
