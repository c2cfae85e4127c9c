import type { Migration } from './migration.ts';

/**
 * Which customer's messages a person answered with which saved reply (decision 0360). The words stay in the messages:
 * an example names them, and is worth nothing once they are deleted. Without a saved reply, the person used their own
 * words. `version` counts what makes learned data invalid at once.
 */
export const replyExamples: Migration = {
  name: '0149-reply-examples',
  statements: [
    `CREATE TABLE IF NOT EXISTS reply_examples (
      tenant_id BINARY(16) NOT NULL,
      answer_id BINARY(16) NOT NULL,
      message_id BINARY(16) NOT NULL,
      saved_reply_id BINARY(16) NULL,
      contact_id BINARY(16) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, answer_id, message_id),
      KEY reply_examples_newest (tenant_id, created_at),
      KEY reply_examples_reply (tenant_id, saved_reply_id, created_at),
      KEY reply_examples_contact (tenant_id, contact_id),
      KEY reply_examples_age (created_at),
      CONSTRAINT reply_examples_of_reply FOREIGN KEY (tenant_id, saved_reply_id)
        REFERENCES saved_replies (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT reply_examples_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS retrieval_versions (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      version INT UNSIGNED NOT NULL,
      CONSTRAINT retrieval_versions_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
