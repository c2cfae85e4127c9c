import type { Migration } from './migration.ts';

/**
 * Broadcasts and the people of their audiences. A recipient's row says whether the message was created: both are
 * written in one transaction (decision 0298).
 */
export const broadcasts: Migration = {
  name: '0082-broadcasts',
  statements: [
    `CREATE TABLE IF NOT EXISTS broadcasts (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      name VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      status VARCHAR(10) CHARACTER SET ascii NOT NULL,
      pause_reason VARCHAR(20) CHARACTER SET ascii NULL,
      template_name VARCHAR(512) CHARACTER SET ascii NOT NULL,
      template_language VARCHAR(20) CHARACTER SET ascii NOT NULL,
      components JSON NOT NULL,
      audience_kind VARCHAR(10) CHARACTER SET ascii NOT NULL,
      audience_tag VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      send_at DATETIME(3) NULL,
      is_expanded TINYINT UNSIGNED NOT NULL DEFAULT 0,
      expanded_to BINARY(16) NULL,
      counts JSON NOT NULL,
      holding_failures INT UNSIGNED NOT NULL DEFAULT 0,
      created_at DATETIME(3) NOT NULL,
      started_at DATETIME(3) NULL,
      completed_at DATETIME(3) NULL,
      UNIQUE KEY broadcasts_tenant_id (tenant_id, id),
      KEY broadcasts_status (tenant_id, status, id),
      KEY broadcasts_name (tenant_id, name, id)
    )`,
    // state: 0 waits, 1 excluded, 2 has its message, 3 failed and waits for another try.
    `CREATE TABLE IF NOT EXISTS broadcast_recipients (
      tenant_id BINARY(16) NOT NULL,
      broadcast_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      state TINYINT UNSIGNED NOT NULL,
      reason VARCHAR(20) CHARACTER SET ascii NULL,
      message_id BINARY(16) NULL,
      PRIMARY KEY (tenant_id, broadcast_id, contact_id),
      KEY broadcast_recipients_state (tenant_id, broadcast_id, state, contact_id),
      KEY broadcast_recipients_contact (tenant_id, contact_id, broadcast_id),
      CONSTRAINT recipients_of_broadcast FOREIGN KEY (tenant_id, broadcast_id)
        REFERENCES broadcasts (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT recipients_are_contacts FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
