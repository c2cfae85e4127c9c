import type { Migration } from './migration.ts';

/**
 * Texts that the model has made from messages of a contact: translations and summaries, for some days. `basis` is a digest
 * of what they were made from.
 */
export const assistTexts: Migration = {
  name: '0153-assist-texts',
  statements: [
    `CREATE TABLE IF NOT EXISTS assist_texts (
      tenant_id BINARY(16) NOT NULL,
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      subject_id BINARY(16) NOT NULL,
      language VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      contact_id BINARY(16) NOT NULL,
      basis BINARY(16) NOT NULL,
      value JSON NOT NULL,
      model VARCHAR(100) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, kind, subject_id, language),
      KEY assist_texts_contact (tenant_id, contact_id),
      KEY assist_texts_age (created_at),
      CONSTRAINT assist_texts_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
