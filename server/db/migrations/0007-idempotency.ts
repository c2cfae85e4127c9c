import type { Migration } from './migration.ts';

/**
 * Stores responses to requests with an Idempotency-Key for 24 hours. `state` 0 is running, 1 is done; a
 * running row with a body has had its effect. `token` is a fencing token: only its holder may write the
 * response.
 */
export const idempotency: Migration = {
  name: '0007-idempotency',
  statements: [
    `CREATE TABLE IF NOT EXISTS idempotency_keys (
      tenant_id BINARY(16) NOT NULL,
      key_hash BINARY(32) NOT NULL,
      fingerprint BINARY(32) NOT NULL,
      state TINYINT UNSIGNED NOT NULL DEFAULT 0,
      token BINARY(16) NOT NULL,
      lease_until DATETIME(3) NOT NULL,
      status SMALLINT UNSIGNED NULL,
      body MEDIUMTEXT NULL,
      expires_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, key_hash),
      KEY idempotency_keys_expiry (expires_at),
      KEY idempotency_keys_running (state, lease_until)
    )`,
  ],
};
