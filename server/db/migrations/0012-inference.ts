import type { Migration } from './migration.ts';

/** Inference keys with their usage, and the workers. */
export const inference: Migration = {
  name: '0012-inference',
  statements: [
    `CREATE TABLE IF NOT EXISTS inference_keys (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      name VARCHAR(80) NOT NULL,
      prefix CHAR(11) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      key_hash BINARY(32) NOT NULL,
      key_version TINYINT UNSIGNED NOT NULL,
      expires_at DATETIME(3) NULL,
      quota BIGINT UNSIGNED NULL,
      calls BIGINT UNSIGNED NOT NULL DEFAULT 0,
      created_by BINARY(16) NULL,
      created_at DATETIME(3) NOT NULL,
      revoked_at DATETIME(3) NULL,
      UNIQUE KEY inference_keys_hash (key_hash),
      UNIQUE KEY inference_keys_tenant_id (tenant_id, id)
    )`,
    `CREATE TABLE IF NOT EXISTS inference_key_usage (
      tenant_id BINARY(16) NOT NULL,
      key_id BINARY(16) NOT NULL,
      day DATE NOT NULL,
      calls BIGINT UNSIGNED NOT NULL DEFAULT 0,
      prompt_tokens BIGINT UNSIGNED NOT NULL DEFAULT 0,
      completion_tokens BIGINT UNSIGNED NOT NULL DEFAULT 0,
      PRIMARY KEY (tenant_id, key_id, day)
    )`,
    // A worker updates its row every second; the worker of a row that is some seconds old has ended.
    `CREATE TABLE IF NOT EXISTS inference_workers (
      id BINARY(16) NOT NULL PRIMARY KEY,
      address VARCHAR(255) NOT NULL,
      started_at DATETIME(3) NOT NULL,
      seen_at DATETIME(3) NOT NULL,
      status JSON NOT NULL,
      KEY inference_workers_age (seen_at)
    )`,
    `CREATE TABLE IF NOT EXISTS inference_samples (
      worker_id BINARY(16) NOT NULL,
      at DATETIME(3) NOT NULL,
      sample JSON NOT NULL,
      PRIMARY KEY (worker_id, at),
      KEY inference_samples_age (at)
    )`,
  ],
};
