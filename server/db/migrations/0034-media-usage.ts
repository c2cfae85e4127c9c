import type { Migration } from './migration.ts';

/**
 * The bytes of each workspace's stored files, kept in the transactions that store and remove them, so that
 * no upload has to add up all files. Also indexes by age for tables that had no age limit.
 */
export const mediaUsage: Migration = {
  name: '0034-media-usage',
  statements: [
    `CREATE TABLE IF NOT EXISTS media_usage (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      bytes BIGINT NOT NULL DEFAULT 0
    )`,
    `INSERT INTO media_usage (tenant_id, bytes)
     SELECT m.tenant_id, COALESCE(SUM(m.size), 0) FROM media m WHERE m.storage_key IS NOT NULL GROUP BY m.tenant_id
     ON DUPLICATE KEY UPDATE bytes = VALUES(bytes)`,
    'ALTER TABLE api_keys ADD KEY api_keys_age (revoked_at)',
    'ALTER TABLE inference_key_usage ADD KEY inference_key_usage_age (day)',
  ],
};
