import type { Migration } from './migration.ts';

/**
 * The templates of each workspace's business account, as on the platform. `seen_at` is our time of the last
 * fetch that contained the template, `noticed_at` our time of the last notice. The `…_time` columns are the
 * platform's own time of the newest notice of each kind, which an older notice never overwrites.
 */
export const templates: Migration = {
  name: '0011-templates',
  statements: [
    `CREATE TABLE IF NOT EXISTS templates (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      platform_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      name VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      language VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      status VARCHAR(32) CHARACTER SET ascii NOT NULL,
      category VARCHAR(32) CHARACTER SET ascii NOT NULL,
      previous_category VARCHAR(32) CHARACTER SET ascii NULL,
      parameter_format VARCHAR(16) CHARACTER SET ascii NOT NULL,
      quality VARCHAR(16) CHARACTER SET ascii NULL,
      rejected_reason VARCHAR(255) NULL,
      components JSON NOT NULL,
      search_text MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      status_time BIGINT NULL,
      quality_time BIGINT NULL,
      category_time BIGINT NULL,
      noticed_at DATETIME(3) NULL,
      seen_at DATETIME(3) NOT NULL,
      last_sent_at DATETIME(3) NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      UNIQUE KEY templates_name (tenant_id, name, language)
    )`,
    // A queue: one row per workspace, with the tenant's id. `asked_at`: requested by a person or a notice.
    `CREATE TABLE IF NOT EXISTS template_syncs (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      state TINYINT NOT NULL DEFAULT 0,
      visible_at DATETIME(3) NOT NULL,
      lease_token BINARY(16) NULL,
      attempts INT NOT NULL DEFAULT 0,
      asked_at DATETIME(3) NULL,
      synced_at DATETIME(3) NULL,
      problem VARCHAR(500) NULL,
      problem_at DATETIME(3) NULL,
      KEY template_syncs_claim (state, visible_at, id),
      KEY template_syncs_lease (lease_token)
    )`,
    `INSERT INTO template_syncs (id, tenant_id, visible_at)
     SELECT tenant_id, tenant_id, UTC_TIMESTAMP(3) FROM cloud_api_settings
     ON DUPLICATE KEY UPDATE visible_at = template_syncs.visible_at`,
  ],
};
