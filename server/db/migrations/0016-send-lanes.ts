import type { Migration } from './migration.ts';

/**
 * One lane of waiting sends per workspace, and the lanes that are paused because the platform is down,
 * throttles, or rejects the credentials. A workspace without a row is not paused. If the credentials have
 * changed since `settings_at`, the row is ignored.
 */
export const sendLanes: Migration = {
  name: '0016-send-lanes',
  statements: [
    `CREATE TABLE IF NOT EXISTS send_pauses (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      reason VARCHAR(16) CHARACTER SET ascii NOT NULL,
      failures INT UNSIGNED NOT NULL,
      probe_at DATETIME(3) NOT NULL,
      settings_at DATETIME(3) NULL,
      since DATETIME(3) NOT NULL
    )`,
    'ALTER TABLE outbound_sends ADD KEY outbound_sends_lane (tenant_id, state, visible_at, id)',
  ],
};
