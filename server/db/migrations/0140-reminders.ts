import type { Migration } from './migration.ts';

/**
 * What members want to be reminded of: a message in which they promised something, and when. `fired_at` is set in the
 * transaction that notifies the member, so that each is due once.
 */
export const reminders: Migration = {
  name: '0140-reminders',
  statements: [
    `CREATE TABLE IF NOT EXISTS reminders (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      user_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      message_id BINARY(16) NOT NULL,
      quote VARCHAR(300) NOT NULL,
      due_at DATETIME(3) NOT NULL,
      fired_at DATETIME(3) NULL,
      done_at DATETIME(3) NULL,
      created_at DATETIME(3) NOT NULL,
      waiting_until DATETIME(3) GENERATED ALWAYS AS (IF(fired_at IS NULL AND done_at IS NULL, due_at, NULL)) STORED,
      UNIQUE KEY reminders_message (tenant_id, user_id, message_id),
      KEY reminders_contact (tenant_id, contact_id),
      KEY reminders_waiting (tenant_id, waiting_until, id),
      KEY reminders_done (done_at),
      CONSTRAINT reminders_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT reminders_of_user FOREIGN KEY (tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
