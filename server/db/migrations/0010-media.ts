import type { Migration } from './migration.ts';

/**
 * Message files, and the queue of files that have yet to be downloaded. A row of `media` refers to bytes only
 * when they are complete; `state` is `receiving` during an upload, and `dropped` when the file was never
 * sent.
 */
export const media: Migration = {
  name: '0010-media',
  statements: [
    `CREATE TABLE IF NOT EXISTS media (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      message_id BINARY(16) NULL,
      conversation_id BINARY(16) NULL,
      contact_id BINARY(16) NULL,
      direction VARCHAR(8) CHARACTER SET ascii NOT NULL,
      kind VARCHAR(16) CHARACTER SET ascii NOT NULL,
      state VARCHAR(16) CHARACTER SET ascii NOT NULL,
      mime_type VARCHAR(255) NOT NULL,
      size BIGINT UNSIGNED NULL,
      sha256 BINARY(32) NULL,
      filename VARCHAR(255) NULL,
      width INT UNSIGNED NULL,
      height INT UNSIGNED NULL,
      storage_key VARCHAR(120) CHARACTER SET ascii NULL,
      thumbnail_key VARCHAR(120) CHARACTER SET ascii NULL,
      platform_id VARCHAR(128) CHARACTER SET ascii NULL,
      platform_number VARCHAR(32) CHARACTER SET ascii NULL,
      platform_id_at DATETIME(3) NULL,
      reason VARCHAR(500) NULL,
      created_at DATETIME(3) NOT NULL,
      ready_at DATETIME(3) NULL,
      UNIQUE KEY media_message (tenant_id, message_id),
      KEY media_contact (tenant_id, contact_id, id),
      KEY media_unsent (state, message_id, created_at)
    )`,
    `CREATE TABLE IF NOT EXISTS media_fetches (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      state TINYINT UNSIGNED NOT NULL DEFAULT 0,
      visible_at DATETIME(3) NOT NULL,
      lease_token BINARY(16) NULL,
      attempts INT UNSIGNED NOT NULL DEFAULT 0,
      last_error TEXT NULL,
      KEY media_fetches_claim (state, visible_at, id),
      KEY media_fetches_lease (lease_token)
    )`,
  ],
};
