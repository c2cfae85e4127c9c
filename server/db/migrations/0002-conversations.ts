import type { Migration } from './migration.ts';

/** Contacts, conversations and messages. The hot tables have no foreign keys. */
export const conversations: Migration = {
  name: '0002-conversations',
  statements: [
    `CREATE TABLE IF NOT EXISTS contacts (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      name VARCHAR(200) NOT NULL,
      name_search VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      phone VARCHAR(15) CHARACTER SET ascii COLLATE ascii_bin NULL,
      email VARCHAR(254) NULL,
      tags JSON NOT NULL,
      status VARCHAR(16) CHARACTER SET ascii NOT NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      UNIQUE KEY contacts_tenant_id (tenant_id, id),
      KEY contacts_status (tenant_id, status, id)
    )`,
    `CREATE TABLE IF NOT EXISTS contact_identities (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      kind VARCHAR(8) CHARACTER SET ascii NOT NULL,
      lookup VARCHAR(160) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      value VARCHAR(160) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      attested TINYINT NOT NULL DEFAULT 0,
      retired TINYINT NOT NULL DEFAULT 0,
      created_at DATETIME(3) NOT NULL,
      UNIQUE KEY contact_identities_lookup (tenant_id, kind, lookup),
      KEY contact_identities_contact (tenant_id, contact_id),
      CONSTRAINT identities_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS conversations (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      unread_count INT UNSIGNED NOT NULL DEFAULT 0,
      message_count INT UNSIGNED NOT NULL DEFAULT 0,
      last_message_id BINARY(16) NULL,
      last_activity_at DATETIME(3) NOT NULL,
      last_inbound_at DATETIME(3) NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      UNIQUE KEY conversations_contact (tenant_id, contact_id),
      KEY conversations_recent (tenant_id, last_activity_at, id),
      KEY conversations_unread (tenant_id, unread_count),
      CONSTRAINT conversations_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
    // The platform's ids are case-sensitive: without a binary collation, two of them could collide.
    `CREATE TABLE IF NOT EXISTS messages (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      direction VARCHAR(8) CHARACTER SET ascii NOT NULL,
      type VARCHAR(16) CHARACTER SET ascii NOT NULL,
      status VARCHAR(10) CHARACTER SET ascii NOT NULL,
      status_rank TINYINT UNSIGNED NOT NULL,
      content MEDIUMTEXT NULL,
      payload JSON NULL,
      reply_to BINARY(16) NULL,
      platform_id VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      send_round INT UNSIGNED NOT NULL DEFAULT 0,
      client_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
      author_id BINARY(16) NULL,
      error JSON NULL,
      warnings JSON NOT NULL,
      created_at DATETIME(3) NOT NULL,
      sent_at DATETIME(3) NULL,
      delivered_at DATETIME(3) NULL,
      read_at DATETIME(3) NULL,
      failed_at DATETIME(3) NULL,
      UNIQUE KEY messages_platform_id (tenant_id, platform_id),
      UNIQUE KEY messages_client_id (tenant_id, client_id),
      KEY messages_thread (tenant_id, contact_id, created_at, id)
    )`,
    `CREATE TABLE IF NOT EXISTS parked_statuses (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      platform_id VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      status VARCHAR(10) CHARACTER SET ascii NOT NULL,
      report JSON NOT NULL,
      created_at DATETIME(3) NOT NULL,
      UNIQUE KEY parked_statuses_report (tenant_id, platform_id, status)
    )`,
    `CREATE TABLE IF NOT EXISTS parked_items (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      kind VARCHAR(40) NOT NULL,
      reason TEXT NOT NULL,
      payload JSON NOT NULL,
      created_at DATETIME(3) NOT NULL,
      KEY parked_items_recent (tenant_id, created_at)
    )`,
  ],
};
