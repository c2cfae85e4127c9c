import type { Database } from '../../../db/database.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';

const OLD = '< UTC_TIMESTAMP(3) - INTERVAL 30 DAY';
/** Held by a paused or disabled endpoint, or stored while the endpoint was being removed. */
const IS_HELD =
  "endpoint_id NOT IN (SELECT id FROM webhook_endpoints WHERE state NOT IN ('paused', 'disabled'))";
const BATCH = 1_000;

/**
 * Removes the log of webhooks after 30 days, and with it what a paused or disabled endpoint has held for as
 * long. Deliveries that are still due stay, and their events with them.
 */
export function webhookRetention(db: Database): HousekeepingStep[] {
  const step = (table: string, condition: string): HousekeepingStep => ({
    name: table,
    sweep: () =>
      inBatches(() =>
        db.run(`/* system: housekeeping */ DELETE FROM ${table} WHERE ${condition} LIMIT ${BATCH_ROWS}`),
      ),
  });
  return [
    step('webhook_attempts', `started_at ${OLD}`),
    step('webhook_deliveries', `created_at ${OLD} AND (state <> 0 OR ${IS_HELD})`),
    step(
      'webhook_events',
      `created_at ${OLD} AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d
         WHERE d.tenant_id = webhook_events.tenant_id AND d.event_id = webhook_events.id)`,
    ),
  ];
}

/** Removes what was sent to an endpoint that has been deleted, and its lane. Repeatable. */
export async function removeWebhooksOfEndpoint(ctx: QueryContext, endpointId: Buffer): Promise<void> {
  while (await removeSome(ctx, 'endpoint_id = :of', endpointId));
  await run(ctx, 'DELETE FROM work_lanes WHERE tenant_id = :tenantId AND id = :endpointId', { endpointId });
}

/** Removes what was sent, or was to be sent, to endpoints about a contact that has been deleted. Repeatable. */
export async function removeWebhooksOfContact(ctx: QueryContext, contactId: Buffer): Promise<void> {
  const ofContact = `event_id IN (SELECT e.id FROM webhook_events e
    WHERE e.tenant_id = :tenantId AND e.contact_id = :of)`;
  while (await removeSome(ctx, ofContact, contactId));
  const events = `DELETE FROM webhook_events WHERE tenant_id = :tenantId AND contact_id = :contactId LIMIT ${BATCH}`;
  while ((await run(ctx, events, { contactId })) === BATCH);
}

/** Removes one batch of deliveries with their attempts; returns whether there may be more. */
function removeSome(ctx: QueryContext, condition: string, of: Buffer): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    // Locked first: an attempt that ends meanwhile is either deleted here, or finds no delivery any more.
    const rows = await select<{ id: Buffer }>(
      { ...ctx, tx },
      `SELECT id FROM webhook_deliveries WHERE tenant_id = :tenantId AND ${condition} LIMIT ${BATCH} FOR UPDATE`,
      { of },
    );
    if (rows.length === 0) return false;
    const ids = rows.map((row) => row.id);
    const mine = 'WHERE tenant_id = :tenantId AND';
    await run({ ...ctx, tx }, `DELETE FROM webhook_attempts ${mine} delivery_id IN (:ids)`, { ids });
    await run({ ...ctx, tx }, `DELETE FROM webhook_deliveries ${mine} id IN (:ids)`, { ids });
    return rows.length === BATCH;
  });
}
