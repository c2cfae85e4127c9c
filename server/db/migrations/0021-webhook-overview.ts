import type { Migration } from './migration.ts';

/**
 * The list's index takes up what the charts of an endpoint count, so that they are read from it alone. One
 * statement for both: the list is never without its index, and a second run finds both done.
 */
export const webhookOverview: Migration = {
  name: '0021-webhook-overview',
  statements: [
    `ALTER TABLE webhook_deliveries
       ADD KEY webhook_deliveries_overview (tenant_id, endpoint_id, created_at, id, state, last_ms),
       DROP KEY webhook_deliveries_list`,
  ],
};
