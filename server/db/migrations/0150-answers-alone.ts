import type { Migration } from './migration.ts';

/**
 * Saved replies that may answer alone outside business hours, and what came of each message that began a conversation
 * then (decision 0362): one row for each message, by its key, so that none is answered twice. Examples get the place
 * that their reply had among the suggested ones.
 */
export const answersAlone: Migration = {
  name: '0150-answers-alone',
  statements: [
    'ALTER TABLE saved_replies ADD COLUMN answers_alone TINYINT(1) NOT NULL DEFAULT 0',
    'ALTER TABLE reply_examples ADD COLUMN place TINYINT UNSIGNED NULL',
    // due_at is null once it is decided.
    `CREATE TABLE IF NOT EXISTS after_hours_answers (
      tenant_id BINARY(16) NOT NULL,
      message_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      result VARCHAR(10) CHARACTER SET ascii NOT NULL,
      reason VARCHAR(20) CHARACTER SET ascii NULL,
      saved_reply_id BINARY(16) NULL,
      answer_id BINARY(16) NULL,
      created_at DATETIME(3) NOT NULL,
      due_at DATETIME(3) NULL,
      PRIMARY KEY (tenant_id, message_id),
      KEY after_hours_answers_due (tenant_id, due_at),
      KEY after_hours_answers_newest (tenant_id, result, created_at),
      KEY after_hours_answers_contact (tenant_id, contact_id),
      KEY after_hours_answers_age (created_at),
      CONSTRAINT after_hours_answers_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
