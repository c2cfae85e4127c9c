import type { Migration } from './migration.ts';

/** A value sealed with SECRET_KEY, so that a server with another key notices it at startup. */
export const secretKeyCheck: Migration = {
  name: '0043-secret-key-check',
  statements: [
    `CREATE TABLE IF NOT EXISTS secret_key_check (
      id TINYINT NOT NULL PRIMARY KEY,
      sealed VARBINARY(255) NOT NULL,
      created_at DATETIME(3) NOT NULL
    )`,
  ],
};
