import type { Migration } from './migration.ts';

/**
 * Events, and the three tables that workers claim from, all in the same way: `state` 0 waits until
 * `visible_at`; a claim moves `visible_at` past the lease and writes a fencing token (CONVENTIONS 3.19).
 */
export const queues: Migration = {
  name: '0003-queues',
  statements: [
    `CREATE TABLE IF NOT EXISTS events (
      tenant_id BINARY(16) NOT NULL,
      seq BIGINT UNSIGNED NOT NULL,
      name VARCHAR(64) CHARACTER SET ascii NOT NULL,
      payload JSON NOT NULL,
      created_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, seq),
      KEY events_age (created_at)
    )`,
    `CREATE TABLE IF NOT EXISTS event_relays (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      seq BIGINT UNSIGNED NOT NULL DEFAULT 0
    )`,
    `CREATE TABLE IF NOT EXISTS inbound_callbacks (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      digest BINARY(32) NOT NULL,
      body MEDIUMBLOB NOT NULL,
      repeats INT UNSIGNED NOT NULL DEFAULT 0,
      received_at DATETIME(3) NOT NULL,
      state TINYINT UNSIGNED NOT NULL DEFAULT 0,
      visible_at DATETIME(3) NOT NULL,
      lease_token BINARY(16) NULL,
      attempts INT UNSIGNED NOT NULL DEFAULT 0,
      UNIQUE KEY inbound_callbacks_digest (tenant_id, digest),
      KEY inbound_callbacks_claim (state, visible_at, id),
      KEY inbound_callbacks_lease (lease_token)
    )`,
    // One row per message without a response from the platform yet; deleted when the response arrives.
    `CREATE TABLE IF NOT EXISTS outbound_sends (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      state TINYINT UNSIGNED NOT NULL DEFAULT 0,
      visible_at DATETIME(3) NOT NULL,
      lease_token BINARY(16) NULL,
      attempts INT UNSIGNED NOT NULL DEFAULT 0,
      handed_over_at DATETIME(3) NULL,
      KEY outbound_sends_claim (state, visible_at, id),
      KEY outbound_sends_order (tenant_id, contact_id, id),
      KEY outbound_sends_lease (lease_token)
    )`,
    `CREATE TABLE IF NOT EXISTS jobs (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      kind VARCHAR(40) CHARACTER SET ascii NOT NULL,
      payload JSON NOT NULL,
      state TINYINT UNSIGNED NOT NULL DEFAULT 0,
      visible_at DATETIME(3) NOT NULL,
      lease_token BINARY(16) NULL,
      attempts INT UNSIGNED NOT NULL DEFAULT 0,
      last_error TEXT NULL,
      created_at DATETIME(3) NOT NULL,
      KEY jobs_claim (state, visible_at, id),
      KEY jobs_lease (lease_token)
    )`,
  ],
};
