import type { Migration } from './migration.ts';

/** Records who changed keys, people and settings. Rows are only added. Names are those of that time. */
export const auditLog: Migration = {
  name: '0008-audit-log',
  statements: [
    `CREATE TABLE IF NOT EXISTS audit_log (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      actor_kind VARCHAR(16) CHARACTER SET ascii NOT NULL,
      actor_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
      actor_name VARCHAR(80) NOT NULL,
      action VARCHAR(40) CHARACTER SET ascii NOT NULL,
      target_kind VARCHAR(16) CHARACTER SET ascii NOT NULL,
      target_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      target_label VARCHAR(254) NOT NULL,
      ip VARCHAR(45) CHARACTER SET ascii NULL,
      request_id VARCHAR(128) CHARACTER SET ascii NULL,
      created_at DATETIME(3) NOT NULL,
      KEY audit_log_recent (tenant_id, id)
    )`,
  ],
};
