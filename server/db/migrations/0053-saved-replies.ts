import type { Migration } from './migration.ts';

/** Adds saved replies: texts that agents put into their messages. */
export const savedReplies: Migration = {
  name: '0053-saved-replies',
  statements: [
    `CREATE TABLE IF NOT EXISTS saved_replies (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      name VARCHAR(60) NOT NULL,
      content TEXT NOT NULL,
      used_count INT UNSIGNED NOT NULL DEFAULT 0,
      last_used_at DATETIME(3) NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      UNIQUE KEY saved_replies_tenant (tenant_id, id),
      UNIQUE KEY saved_replies_name (tenant_id, name)
    )`,
  ],
};
