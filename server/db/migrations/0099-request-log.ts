import type { Migration } from './migration.ts';

/**
 * The requests of programs. The rows of a workspace lie together in the order of time, and there is no other index: a
 * page, a filter and the removal of old rows all read one range of the primary key, and a write costs one leaf.
 */
export const requestLog: Migration = {
  name: '0099-request-log',
  statements: [
    `CREATE TABLE IF NOT EXISTS api_requests (
      tenant_id BINARY(16) NOT NULL,
      id BINARY(16) NOT NULL,
      key_id BINARY(16) NOT NULL,
      method VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      path VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      status SMALLINT UNSIGNED NOT NULL,
      ms INT UNSIGNED NOT NULL,
      request_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      ip VARCHAR(45) CHARACTER SET ascii NULL,
      error_code VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
      fields VARCHAR(255) CHARACTER SET ascii NULL,
      idempotency_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, id)
    )`,
  ],
};
