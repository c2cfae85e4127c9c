import type { Migration } from './migration.ts';

/** Prompts and answers, stored only for workspaces that have enabled the prompt log. */
export const promptLog: Migration = {
  name: '0014-prompt-log',
  statements: [
    // Without a row, nothing is stored.
    `CREATE TABLE IF NOT EXISTS prompt_log_settings (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      keeps TINYINT UNSIGNED NOT NULL,
      days SMALLINT UNSIGNED NOT NULL,
      changed_at DATETIME(3) NOT NULL
    )`,
    `CREATE TABLE IF NOT EXISTS prompt_log (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      key_id BINARY(16) NULL,
      user_id BINARY(16) NULL,
      model VARCHAR(255) NOT NULL,
      asked_at DATETIME(3) NOT NULL,
      expires_at DATETIME(3) NOT NULL,
      duration_ms INT UNSIGNED NOT NULL,
      prompt_tokens INT UNSIGNED NULL,
      completion_tokens INT UNSIGNED NULL,
      finish_reason VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      prompt MEDIUMTEXT NOT NULL,
      answer MEDIUMTEXT NOT NULL,
      KEY prompt_log_tenant (tenant_id, id),
      KEY prompt_log_expiry (expires_at)
    )`,
  ],
};
