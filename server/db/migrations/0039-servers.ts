import type { Migration } from './migration.ts';

/**
 * The API servers that share this database. `beats` grows while a server runs, so that the others notice its
 * end without comparing clocks; `lease_tag` is the start of the lease tokens of its process; `place` names
 * the machine, port and data folder, so a restarted server replaces its own row.
 */
export const servers: Migration = {
  name: '0039-servers',
  statements: [
    `CREATE TABLE IF NOT EXISTS servers (
      id BINARY(16) NOT NULL PRIMARY KEY,
      place BINARY(32) NOT NULL,
      host VARCHAR(255) NOT NULL,
      port INT UNSIGNED NOT NULL,
      lease_tag BINARY(6) NOT NULL,
      has_redis TINYINT NOT NULL,
      storage_id VARCHAR(255) NOT NULL,
      beats INT UNSIGNED NOT NULL DEFAULT 0,
      is_stopping TINYINT NOT NULL DEFAULT 0,
      clock_offset_ms INT NOT NULL DEFAULT 0,
      started_at DATETIME(3) NOT NULL,
      seen_at DATETIME(3) NOT NULL,
      KEY servers_place (place)
    )`,
  ],
};
