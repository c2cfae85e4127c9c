import type { Database } from '../../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';

const OLD = '< UTC_TIMESTAMP(3) - INTERVAL 30 DAY';

/** Removes the log of webhooks after 30 days. Deliveries that are still due stay, and their events with them. */
export function webhookRetention(database: Database): HousekeepingStep[] {
  const step = (table: string, condition: string): HousekeepingStep => ({
    name: table,
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM ${table} WHERE ${condition} LIMIT ${BATCH_ROWS}`,
        ),
      ),
  });
  return [
    step('webhook_attempts', `started_at ${OLD}`),
    step('webhook_deliveries', `created_at ${OLD} AND state <> 0`),
    step(
      'webhook_events',
      `created_at ${OLD} AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d
         WHERE d.tenant_id = webhook_events.tenant_id AND d.event_id = webhook_events.id)`,
    ),
  ];
}
