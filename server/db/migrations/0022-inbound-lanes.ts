import type { Migration } from './migration.ts';

/**
 * Callbacks are processed in the order in which they were stored, in one lane per workspace. The database
 * assigns `position`, so the order is right for callbacks of the same millisecond, of two servers, and after
 * a clock steps back. `items_done` is how far a callback with very many items has been processed,
 * `items_from` where that began. A lane is work that one process at a time may do: the callbacks of a
 * workspace (its id is the workspace's) or the deliveries to a webhook endpoint (its id is the endpoint's).
 * It has the lease that the callbacks had; `state` is always 0 and exists because every queue table has it.
 * Parked items store their source, so that they can be retried and are parked only once.
 */
export const inboundLanes: Migration = {
  name: '0022-inbound-lanes',
  statements: [
    `CREATE TABLE IF NOT EXISTS work_lanes (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      state TINYINT UNSIGNED NOT NULL DEFAULT 0,
      visible_at DATETIME(3) NOT NULL,
      lease_token BINARY(16) NULL,
      attempts INT UNSIGNED NOT NULL DEFAULT 0,
      KEY work_lanes_tenant (tenant_id)
    )`,
    `ALTER TABLE inbound_callbacks
      ADD COLUMN position BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
      ADD COLUMN items_from INT UNSIGNED NOT NULL DEFAULT 0,
      ADD COLUMN items_done INT UNSIGNED NOT NULL DEFAULT 0,
      ADD UNIQUE KEY inbound_callbacks_position (position),
      ADD KEY inbound_callbacks_order (state, tenant_id, position)`,
    `ALTER TABLE inbound_callbacks
      DROP KEY inbound_callbacks_claim, DROP KEY inbound_callbacks_lease,
      DROP COLUMN visible_at, DROP COLUMN lease_token`,
    `ALTER TABLE parked_items
      ADD COLUMN source BINARY(16) NULL,
      ADD COLUMN item INT UNSIGNED NULL,
      ADD COLUMN origin JSON NULL,
      ADD UNIQUE KEY parked_items_source (tenant_id, source, item)`,
  ],
};
