import type { Migration } from './migration.ts';

/** Workspaces, their people and their keys. */
export const workspaces: Migration = {
  name: '0001-workspaces',
  statements: [
    `CREATE TABLE IF NOT EXISTS tenants (
      id BINARY(16) NOT NULL PRIMARY KEY,
      name VARCHAR(80) NOT NULL,
      verify_token VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      created_at DATETIME(3) NOT NULL
    )`,
    // One row per tenant, written last in each of its transactions, so that commit order is seq order.
    `CREATE TABLE IF NOT EXISTS tenant_counters (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      seq BIGINT UNSIGNED NOT NULL DEFAULT 0,
      contacts INT NOT NULL DEFAULT 0
    )`,
    // Holds one row once the first-run page has been used, so that two people cannot both be first.
    `CREATE TABLE IF NOT EXISTS first_run (
      id TINYINT NOT NULL PRIMARY KEY,
      done_at DATETIME(3) NOT NULL
    )`,
    `CREATE TABLE IF NOT EXISTS users (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      email VARCHAR(254) NOT NULL,
      name VARCHAR(80) NOT NULL,
      role VARCHAR(16) CHARACTER SET ascii NOT NULL,
      password_hash VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      created_at DATETIME(3) NOT NULL,
      UNIQUE KEY users_tenant_id (tenant_id, id),
      UNIQUE KEY users_email (tenant_id, email),
      KEY users_sign_in (email)
    )`,
    `CREATE TABLE IF NOT EXISTS sessions (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      user_id BINARY(16) NOT NULL,
      token_hash BINARY(32) NOT NULL,
      user_agent VARCHAR(200) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      last_seen_at DATETIME(3) NOT NULL,
      expires_at DATETIME(3) NOT NULL,
      UNIQUE KEY sessions_token (token_hash),
      KEY sessions_user (tenant_id, user_id),
      CONSTRAINT sessions_of_user FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS socket_tickets (
      token_hash BINARY(32) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      session_id BINARY(16) NOT NULL,
      expires_at DATETIME(3) NOT NULL,
      KEY socket_tickets_expiry (expires_at),
      CONSTRAINT socket_tickets_of_session FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS api_keys (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      slot TINYINT UNSIGNED NULL,
      name VARCHAR(80) NOT NULL,
      key_hash BINARY(32) NOT NULL,
      key_version TINYINT UNSIGNED NOT NULL,
      hint CHAR(4) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      permissions VARCHAR(255) CHARACTER SET ascii NOT NULL,
      created_by BINARY(16) NULL,
      created_at DATETIME(3) NOT NULL,
      revoked_at DATETIME(3) NULL,
      UNIQUE KEY api_keys_hash (key_hash),
      UNIQUE KEY api_keys_slot (tenant_id, slot)
    )`,
    // Separate from the key's own row, which every request would otherwise update.
    `CREATE TABLE IF NOT EXISTS api_key_usage (
      key_id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      last_used_at DATETIME(3) NOT NULL
    )`,
    `CREATE TABLE IF NOT EXISTS cloud_api_settings (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      app_id VARCHAR(64) NOT NULL,
      app_secret VARBINARY(512) NOT NULL,
      access_token VARBINARY(2048) NOT NULL,
      waba_id VARCHAR(64) NOT NULL,
      phone_number_id VARCHAR(64) NOT NULL,
      updated_at DATETIME(3) NOT NULL
    )`,
  ],
};
