import type { Migration } from './migration.ts';

/** The state of each workspace's channel, the results of its checks, and the values of its setup so far. */
export const channels: Migration = {
  name: '0009-channels',
  statements: [
    // Without a row, the state follows from the credentials. `number` is the platform's data on the number.
    `CREATE TABLE IF NOT EXISTS channels (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      state VARCHAR(24) CHARACTER SET ascii NOT NULL,
      since DATETIME(3) NOT NULL,
      reason_code VARCHAR(16) CHARACTER SET ascii NULL,
      reason VARCHAR(1000) NULL,
      number JSON NULL,
      limit_told_at BIGINT NOT NULL DEFAULT 0,
      token_expires_at DATETIME(3) NULL,
      KEY channels_state (state)
    )`,
    `CREATE TABLE IF NOT EXISTS channel_checks (
      tenant_id BINARY(16) NOT NULL,
      name VARCHAR(16) CHARACTER SET ascii NOT NULL,
      succeeded_at DATETIME(3) NULL,
      failed_at DATETIME(3) NULL,
      fault_code VARCHAR(16) CHARACTER SET ascii NULL,
      fault VARCHAR(1000) NULL,
      PRIMARY KEY (tenant_id, name)
    )`,
    // The secrets are sealed, as in cloud_api_settings.
    `CREATE TABLE IF NOT EXISTS cloud_api_setup (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      app_id VARCHAR(64) NULL,
      app_secret VARBINARY(512) NULL,
      access_token VARBINARY(2048) NULL,
      waba_id VARCHAR(64) NULL,
      step VARCHAR(16) CHARACTER SET ascii NULL,
      skipped JSON NOT NULL,
      updated_at DATETIME(3) NOT NULL
    )`,
  ],
};
