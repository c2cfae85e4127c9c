import type { Migration } from './migration.ts';

/** Second factors of people, their recovery codes, and sign-ins between the password and the second step. */
export const twoFactor: Migration = {
  name: '0035-two-factor',
  statements: [
    `CREATE TABLE IF NOT EXISTS two_factors (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      user_id BINARY(16) NOT NULL,
      secret_sealed VARBINARY(255) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      -- Null until a code of the app has confirmed it.
      confirmed_at DATETIME(3) NULL,
      -- The 30-second step of the latest code: it and earlier ones are refused.
      last_step BIGINT UNSIGNED NOT NULL DEFAULT 0,
      UNIQUE KEY two_factors_user (tenant_id, user_id),
      CONSTRAINT two_factors_of_user FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS recovery_codes (
      tenant_id BINARY(16) NOT NULL,
      user_id BINARY(16) NOT NULL,
      code_hash BINARY(32) NOT NULL,
      used_at DATETIME(3) NULL,
      PRIMARY KEY (tenant_id, user_id, code_hash),
      CONSTRAINT recovery_codes_of_user FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS sign_in_challenges (
      token_hash BINARY(32) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      user_id BINARY(16) NOT NULL,
      kind VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      attempts TINYINT UNSIGNED NOT NULL DEFAULT 0,
      expires_at DATETIME(3) NOT NULL,
      KEY sign_in_challenges_user (tenant_id, user_id),
      KEY sign_in_challenges_expiry (expires_at),
      CONSTRAINT sign_in_challenges_of_user FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
