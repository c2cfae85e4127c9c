import type { Migration } from './migration.ts';

/**
 * API keys can expire, be limited to addresses, and be replaced while the previous secret still works for a while.
 * Keys of the model can be limited to models.
 */
export const keyLimits: Migration = {
  name: '0098-key-limits',
  statements: [
    `ALTER TABLE api_keys
       ADD COLUMN expires_at DATETIME(3) NULL,
       ADD COLUMN allowed_addresses VARCHAR(1000) CHARACTER SET ascii NOT NULL DEFAULT '',
       ADD COLUMN rolled_at DATETIME(3) NULL,
       ADD COLUMN previous_hash BINARY(32) NULL,
       ADD COLUMN previous_hint CHAR(4) CHARACTER SET ascii COLLATE ascii_bin NULL,
       ADD COLUMN previous_until DATETIME(3) NULL,
       ADD COLUMN warned_days TINYINT UNSIGNED NULL,
       ADD UNIQUE KEY api_keys_previous (previous_hash),
       ADD KEY api_keys_expiry (expires_at)`,
    `ALTER TABLE api_key_usage
       ADD COLUMN last_ip VARCHAR(45) CHARACTER SET ascii NULL,
       ADD COLUMN last_user_agent VARCHAR(200) NULL`,
    `ALTER TABLE inference_keys
       ADD COLUMN models VARCHAR(1000) CHARACTER SET ascii NOT NULL DEFAULT ''`,
  ],
};
