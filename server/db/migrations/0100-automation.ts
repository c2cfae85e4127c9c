import type { Migration } from './migration.ts';

/** Rules of automation, and their runs: one for each rule and cause, by a unique key (decision 0314). */
export const automation: Migration = {
  name: '0100-automation',
  statements: [
    `CREATE TABLE IF NOT EXISTS automation_rules (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      name VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      is_enabled TINYINT UNSIGNED NOT NULL,
      ready_made VARCHAR(20) CHARACTER SET ascii NULL,
      trigger_kind VARCHAR(24) CHARACTER SET ascii NOT NULL,
      trigger_json JSON NOT NULL,
      conditions JSON NOT NULL,
      actions JSON NOT NULL,
      pause_hours SMALLINT UNSIGNED NOT NULL,
      problem VARCHAR(30) CHARACTER SET ascii NULL,
      enabled_seq BIGINT UNSIGNED NOT NULL,
      enabled_at DATETIME(3) NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      UNIQUE KEY automation_rules_tenant_id (tenant_id, id),
      KEY automation_rules_enabled (tenant_id, is_enabled, trigger_kind),
      CONSTRAINT automation_rules_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    // due_at is null once the run is done, and acted_at while the run has changed nothing.
    `CREATE TABLE IF NOT EXISTS automation_runs (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      rule_id BINARY(16) NOT NULL,
      cause BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      message_id BINARY(16) NULL,
      caused_at DATETIME(3) NOT NULL,
      due_at DATETIME(3) NULL,
      attempts TINYINT UNSIGNED NOT NULL DEFAULT 0,
      result VARCHAR(10) CHARACTER SET ascii NOT NULL,
      reason VARCHAR(30) CHARACTER SET ascii NULL,
      condition_number TINYINT UNSIGNED NULL,
      actions JSON NOT NULL,
      action_count TINYINT UNSIGNED NOT NULL DEFAULT 0,
      message_count TINYINT UNSIGNED NOT NULL DEFAULT 0,
      created_at DATETIME(3) NOT NULL,
      done_at DATETIME(3) NULL,
      acted_at DATETIME(3) NULL,
      UNIQUE KEY automation_runs_cause (tenant_id, rule_id, cause),
      KEY automation_runs_due (tenant_id, due_at, id),
      KEY automation_runs_log (tenant_id, rule_id, id),
      KEY automation_runs_wait (tenant_id, rule_id, conversation_id, caused_at),
      KEY automation_runs_acted (tenant_id, rule_id, acted_at),
      KEY automation_runs_contact (tenant_id, contact_id, acted_at),
      KEY automation_runs_age (created_at),
      CONSTRAINT automation_runs_of_rule FOREIGN KEY (tenant_id, rule_id)
        REFERENCES automation_rules (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT automation_runs_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
