import type { Migration } from './migration.ts';

/**
 * The work state of conversations: status, snooze, assignee, labels, who waits for whom, and failed messages that
 * nobody has dealt with. Conversations from before are open, nobody's, and wait for no answer.
 */
export const conversationWork: Migration = {
  name: '0050-conversation-work',
  statements: [
    // Conversations have a time of their last message beside that of their last activity, which the end of a snooze moves.
    `ALTER TABLE conversations
       ADD COLUMN status VARCHAR(8) CHARACTER SET ascii NOT NULL DEFAULT 'open',
       ADD COLUMN snoozed_until DATETIME(3) NULL,
       ADD COLUMN returned_at DATETIME(3) NULL,
       ADD COLUMN assignee_id BINARY(16) NULL,
       ADD COLUMN waiting_since DATETIME(3) NULL,
       ADD COLUMN first_response_at DATETIME(3) NULL,
       ADD COLUMN failed_count INT UNSIGNED NOT NULL DEFAULT 0,
       ADD COLUMN last_message_at DATETIME(3) NULL,
       ADD KEY conversations_status (tenant_id, status, last_activity_at, id),
       ADD KEY conversations_assignee (tenant_id, assignee_id, status, last_activity_at, id),
       ADD KEY conversations_waiting (tenant_id, status, waiting_since, id),
       ADD KEY conversations_window (tenant_id, status, last_inbound_at, id),
       ADD KEY conversations_snoozed (tenant_id, snoozed_until, id),
       ADD KEY conversations_failed (tenant_id, failed_count, last_activity_at, id)`,
    `UPDATE conversations SET failed_count = 1
     WHERE failed_count = 0 AND EXISTS (
       SELECT 1 FROM messages m WHERE m.tenant_id = conversations.tenant_id
         AND m.id = conversations.last_message_id AND m.status = 'failed')`,
    `CREATE TABLE IF NOT EXISTS labels (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      name VARCHAR(40) NOT NULL,
      color VARCHAR(16) CHARACTER SET ascii NOT NULL,
      created_at DATETIME(3) NOT NULL,
      UNIQUE KEY labels_tenant_id (tenant_id, id),
      UNIQUE KEY labels_name (tenant_id, name)
    )`,
    // With the contact, so that the labels of a deleted contact go with it.
    `CREATE TABLE IF NOT EXISTS conversation_labels (
      tenant_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      label_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id, label_id),
      KEY conversation_labels_label (tenant_id, label_id, conversation_id),
      KEY conversation_labels_contact (tenant_id, contact_id),
      CONSTRAINT conversation_labels_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT conversation_labels_of_label FOREIGN KEY (tenant_id, label_id)
        REFERENCES labels (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
