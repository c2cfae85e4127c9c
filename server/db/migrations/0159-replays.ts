import type { Migration } from './migration.ts';

/**
 * Replays of saved replies against past conversations (decision 0371), and the answered messages of each: by their ids, so
 * that no text is stored twice. `present` and `changed` list the replies that would have been offered.
 */
export const replays: Migration = {
  name: '0159-replays',
  statements: [
    `CREATE TABLE IF NOT EXISTS replays (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      changes JSON NOT NULL,
      state VARCHAR(10) CHARACTER SET ascii NOT NULL,
      conversations INT UNSIGNED NOT NULL,
      read_count INT UNSIGNED NOT NULL,
      is_complete TINYINT UNSIGNED NOT NULL,
      created_at DATETIME(3) NOT NULL,
      ended_at DATETIME(3) NULL,
      UNIQUE KEY replays_tenant_id (tenant_id, id),
      KEY replays_age (created_at),
      CONSTRAINT replays_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS replay_cases (
      tenant_id BINARY(16) NOT NULL,
      replay_id BINARY(16) NOT NULL,
      number INT UNSIGNED NOT NULL,
      contact_id BINARY(16) NOT NULL,
      message_id BINARY(16) NOT NULL,
      answer_id BINARY(16) NOT NULL,
      present JSON NOT NULL,
      present_result VARCHAR(8) CHARACTER SET ascii NOT NULL,
      changed JSON NOT NULL,
      changed_result VARCHAR(8) CHARACTER SET ascii NOT NULL,
      difference TINYINT NOT NULL,
      PRIMARY KEY (tenant_id, replay_id, number),
      KEY replay_cases_contact (tenant_id, contact_id),
      CONSTRAINT replay_cases_of_replay FOREIGN KEY (tenant_id, replay_id)
        REFERENCES replays (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT replay_cases_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
