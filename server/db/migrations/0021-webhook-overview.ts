import type { Migration } from './migration.ts';

/**
 * Replaces the list's index with one that covers the overview charts too, so that they read only the index.
 * It is one statement: the list is never without an index, and on a second run both parts are already done.
 */
export const webhookOverview: Migration = {
  name: '0021-webhook-overview',
  statements: [
    `ALTER TABLE webhook_deliveries
       ADD KEY webhook_deliveries_overview (tenant_id, endpoint_id, created_at, id, state, last_ms),
       DROP KEY webhook_deliveries_list`,
  ],
};
