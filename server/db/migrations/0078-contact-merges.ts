import type { Migration } from './migration.ts';

/**
 * Contacts that were merged into another one: their ids go on answering, with that contact. Also which numbers a contact
 * has got by it (decision 0289).
 */
export const contactMerges: Migration = {
  name: '0078-contact-merges',
  statements: [
    // `target_id` is always a contact that exists: a later merge of it changes the rows.
    `CREATE TABLE IF NOT EXISTS contact_merges (
      tenant_id BINARY(16) NOT NULL,
      source_id BINARY(16) NOT NULL,
      target_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NULL,
      merged_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, source_id),
      KEY contact_merges_target (tenant_id, target_id),
      KEY contact_merges_conversation (tenant_id, conversation_id),
      CONSTRAINT merges_into_contact FOREIGN KEY (tenant_id, target_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
    'ALTER TABLE contact_identities ADD COLUMN is_alternate TINYINT NOT NULL DEFAULT 0',
  ],
};
