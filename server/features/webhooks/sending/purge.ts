import type { Database, Transaction } from '../../../db/database.ts';
import { enqueueJob, type JobHandler } from '../../../kernel/jobs/queue.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';

const KIND = 'purge-webhook-endpoint';
const BATCH = 1_000;

/** Asks, inside the deletion of an endpoint, for the removal of what it was sent. */
export function enqueuePurgeEndpoint(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  endpointId: Buffer,
): Promise<void> {
  return enqueueJob(database, scope, tx, KIND, { endpointId: endpointId.toString('hex') });
}

export function purgeEndpointJob(database: Database): JobHandler {
  return {
    kind: KIND,
    run: async (scope, payload) => {
      const endpointId = Buffer.from(payload.endpointId ?? '', 'hex');
      while (await purgeSome(database, scope, 'endpoint_id = :of', endpointId));
      await database.run('DELETE FROM work_lanes WHERE tenant_id = :tenantId AND id = :endpointId', {
        tenantId: scope.key,
        endpointId,
      });
    },
  };
}

/** Removes what endpoints were, or were to be, told of a contact that has been deleted. */
export async function purgeWebhooksOfContact(
  database: Database,
  scope: TenantScope,
  contactId: Buffer,
): Promise<void> {
  const ofContact = `event_id IN (SELECT e.id FROM webhook_events e
    WHERE e.tenant_id = :tenantId AND e.contact_id = :of)`;
  while (await purgeSome(database, scope, ofContact, contactId));
  await database.run('DELETE FROM webhook_events WHERE tenant_id = :tenantId AND contact_id = :contactId', {
    tenantId: scope.key,
    contactId,
  });
}

/** One batch of deliveries with their attempts; answers whether there may be more. */
async function purgeSome(
  database: Database,
  scope: TenantScope,
  condition: string,
  of: Buffer,
): Promise<boolean> {
  const tenantId = scope.key;
  const rows = await database.select<{ id: Buffer }>(
    `SELECT id FROM webhook_deliveries WHERE tenant_id = :tenantId AND ${condition} LIMIT ${BATCH}`,
    { tenantId, of },
  );
  if (rows.length === 0) return false;
  const ids = rows.map((row) => row.id);
  // The attempts first: a crash in between leaves deliveries that are found again.
  await database.run('DELETE FROM webhook_attempts WHERE tenant_id = :tenantId AND delivery_id IN (:ids)', {
    tenantId,
    ids,
  });
  await database.run('DELETE FROM webhook_deliveries WHERE tenant_id = :tenantId AND id IN (:ids)', {
    tenantId,
    ids,
  });
  return rows.length === BATCH;
}
