import type { Migration } from './migration.ts';

/**
 * Sends have a time until which they may go out; jobs are claimed by workspace and kind; the workspaces that wait
 * for the platform are checked in turn. Sends of an older server that runs beside this one never expire.
 */
export const boundedQueues: Migration = {
  name: '0032-bounded-queues',
  statements: [
    `ALTER TABLE outbound_sends
       ADD COLUMN expires_at DATETIME(3) NULL,
       ADD KEY outbound_sends_expiry (tenant_id, expires_at, id)`,
    'UPDATE outbound_sends SET expires_at = UTC_TIMESTAMP(3) + INTERVAL 24 HOUR WHERE expires_at IS NULL',
    'ALTER TABLE jobs ADD KEY jobs_lane (tenant_id, kind, state, visible_at, id)',
    'ALTER TABLE channels ADD COLUMN checked_at DATETIME(3) NULL',
  ],
};
