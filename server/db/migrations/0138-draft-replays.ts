import type { Migration } from './migration.ts';

/**
 * Replays of drafts against past conversations (decision 0336), and the answered messages of each, by their ids. `result` is
 * null until the model has drafted; `text` is its draft, and `why` the reason where there is none, or what the verifier found.
 */
export const draftReplays: Migration = {
  name: '0138-draft-replays',
  statements: [
    `CREATE TABLE IF NOT EXISTS draft_replays (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      model VARCHAR(255) NOT NULL,
      changes JSON NOT NULL,
      messages_max INT UNSIGNED NOT NULL,
      state VARCHAR(10) CHARACTER SET ascii NOT NULL,
      is_complete TINYINT UNSIGNED NOT NULL,
      created_at DATETIME(3) NOT NULL,
      ended_at DATETIME(3) NULL,
      UNIQUE KEY draft_replays_tenant_id (tenant_id, id),
      KEY draft_replays_age (created_at),
      CONSTRAINT draft_replays_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS draft_replay_cases (
      tenant_id BINARY(16) NOT NULL,
      replay_id BINARY(16) NOT NULL,
      number INT UNSIGNED NOT NULL,
      contact_id BINARY(16) NOT NULL,
      message_id BINARY(16) NOT NULL,
      answer_id BINARY(16) NOT NULL,
      result VARCHAR(8) CHARACTER SET ascii NULL,
      why VARCHAR(120) CHARACTER SET ascii NOT NULL DEFAULT '',
      text TEXT NULL,
      PRIMARY KEY (tenant_id, replay_id, number),
      KEY draft_replay_cases_answer (tenant_id, replay_id, answer_id),
      KEY draft_replay_cases_contact (tenant_id, contact_id),
      CONSTRAINT draft_replay_cases_of_replay FOREIGN KEY (tenant_id, replay_id)
        REFERENCES draft_replays (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT draft_replay_cases_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
