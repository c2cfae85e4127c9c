import type { Migration } from './migration.ts';

/**
 * Callbacks are worked on in the order in which they were stored, one lane per workspace. `position` is that order:
 * the database gives it, so it holds for callbacks of one millisecond, of two servers and of a clock that steps back.
 * `items_done` is how far a callback with very many items has been worked through, `items_from` where that began.
 * A lane is what one process at a time may work on: the callbacks of a workspace (its id is the workspace's) or the
 * deliveries to a webhook endpoint (its id is the endpoint's). It has the lease that the callbacks had; `state` is
 * always 0 and there because every queue table has it.
 * Parked items learn where they came from, so that they can be worked on again and are parked once.
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
