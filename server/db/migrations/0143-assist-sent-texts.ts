import type { Migration } from './migration.ts';

/**
 * Texts of people that began as a suggestion, for the day in which they may be corrected; and scheduled ones, until they are
 * sent (decision 0399). `feature` is empty for own words, `state` 0 before it is sent, 1 after, 2 when the person has written
 * again. It holds no text.
 */
export const assistSentTexts: Migration = {
  name: '0143-assist-sent-texts',
  statements: [
    `CREATE TABLE IF NOT EXISTS assist_sent_texts (
      tenant_id BINARY(16) NOT NULL,
      message_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      feature VARCHAR(20) NOT NULL,
      language VARCHAR(8) NOT NULL,
      model VARCHAR(100) NOT NULL,
      was_shown TINYINT UNSIGNED NOT NULL,
      waiting_since DATETIME(3) NULL,
      state TINYINT UNSIGNED NOT NULL,
      sent_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, message_id),
      KEY assist_sent_texts_contact (tenant_id, contact_id, sent_at),
      KEY assist_sent_texts_age (sent_at),
      CONSTRAINT assist_sent_texts_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
