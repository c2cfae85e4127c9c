import type { Database } from '../../../db/database.ts';
import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { claimRows, defineQueue, newLeaseToken } from '../../../kernel/queue/queue.ts';
import { mintTenantScope } from '../../../kernel/tenancy/mint-tenant-scope.ts';
import { select } from '../../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';

/** A delivery that this process may attempt until its lease ends. */
export interface ClaimedDelivery {
  id: Buffer;
  scope: TenantScope;
  endpointId: Buffer;
  eventId: Buffer;
  /** The contact that the event is about; null for a test. */
  contactId: Buffer | null;
  /** The message that the event is about, if it is about one. */
  messageId: Buffer | null;
  cause: 'event' | 'resend' | 'test';
  /** How many attempts were made before. */
  attempts: number;
  /** When the event happened. */
  createdAt: Date;
  body: Buffer;
  token: Buffer;
  /** By this process's clock. */
  leaseEndsAt: number;
}

/** Longer than the longest attempt with its second try. */
export const DELIVERIES = defineQueue({ table: 'webhook_deliveries', leaseSeconds: 90 });

/** Returns endpoints that something is due for and that may be sent it. An index has an entry per endpoint, so a backlog costs nothing. */
export function dueEndpoints(db: Database): Promise<{ id: Buffer; tenantId: Buffer }[]> {
  return db.select<{ id: Buffer; tenantId: Buffer }>(
    `/* system: webhooks */ SELECT e.id, e.tenant_id AS tenantId FROM (
       SELECT endpoint_id, MIN(visible_at) AS due FROM webhook_deliveries FORCE INDEX (webhook_deliveries_claim)
       WHERE state = 0 GROUP BY endpoint_id
     ) q JOIN webhook_endpoints e ON e.id = q.endpoint_id
     WHERE q.due <= UTC_TIMESTAMP(3) AND e.state IN ('active', 'failing')
       AND (e.resting_until IS NULL OR e.resting_until <= UTC_TIMESTAMP(3)) ORDER BY q.due LIMIT 1000`,
  );
}

/** Returns whether something is due for an endpoint that may be sent it. */
export async function isDue(ctx: QueryContext, endpointId: Buffer): Promise<boolean> {
  const [due] = await select<{ id: Buffer }>(
    ctx,
    `SELECT d.id FROM webhook_deliveries d FORCE INDEX (webhook_deliveries_claim)
     JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
     WHERE d.tenant_id = :tenantId AND d.state = 0 AND d.endpoint_id = :endpointId
       AND d.visible_at <= UTC_TIMESTAMP(3) AND e.state IN ('active', 'failing')
       AND (e.resting_until IS NULL OR e.resting_until <= UTC_TIMESTAMP(3)) LIMIT 1`,
    { endpointId },
  );
  return due !== undefined;
}

/** Returns what deliveries need to know of an endpoint; null when it does not exist, or takes nothing at present. */
export async function openEndpoint(
  db: Database,
  id: Buffer,
): Promise<{ scope: TenantScope; endpoint: WebhookEndpointRow } | null> {
  const [row] = await db.select<WebhookEndpointRow>(
    `/* system: webhooks */ SELECT id, tenant_id AS tenantId, url, secrets, headers, timeout_seconds AS timeoutSeconds,
       max_per_second AS maxPerSecond, failures, last_delivery_at AS lastDeliveryAt, listener_answer AS listenerAnswer
     FROM webhook_endpoints WHERE id = :id AND state IN ('active', 'failing')
       AND (resting_until IS NULL OR resting_until <= UTC_TIMESTAMP(3))`,
    { id },
  );
  return row ? { scope: mintTenantScope(row.tenantId), endpoint: row } : null;
}

/** Claims due deliveries of one endpoint by compare-and-set, as every queue here does: two servers never hold the same one. */
export async function claimDeliveries(
  ctx: QueryContext,
  endpointId: Buffer,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const candidates = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM webhook_deliveries FORCE INDEX (webhook_deliveries_claim)
     WHERE tenant_id = :tenantId AND state = 0 AND endpoint_id = :endpointId AND visible_at <= UTC_TIMESTAMP(3)
     ORDER BY visible_at, id LIMIT ${Math.trunc(limit)}`,
    { endpointId },
  );
  if (candidates.length === 0) return [];
  const token = newLeaseToken();
  const ids = candidates.map((row) => row.id);
  const leaseEndsAt = performance.now() + DELIVERIES.leaseSeconds * 1_000;
  const claimed = await claimRows(ctx.db, DELIVERIES, { token, ids, countsAttempt: false });
  if (claimed === 0) return [];
  const owned = await select<Omit<ClaimedDelivery, 'scope' | 'token' | 'leaseEndsAt'>>(
    ctx,
    `SELECT d.id, d.endpoint_id AS endpointId, d.event_id AS eventId,
       d.cause, d.attempts, d.created_at AS createdAt, e.contact_id AS contactId, e.message_id AS messageId, e.body
     FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id AND e.tenant_id = d.tenant_id
     WHERE d.tenant_id = :tenantId AND d.id IN (:ids) AND d.lease_token = :token ORDER BY d.cause = 'event', d.created_at, d.id`,
    { token, ids },
  );
  return owned.map((delivery) => ({ ...delivery, scope: ctx.scope, token, leaseEndsAt }));
}

/** Gives back deliveries that there was no time for: due again at once, in their old place if never attempted. */
export async function releaseDeliveries(db: Database, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await db.run(
    `/* system: webhooks */ UPDATE webhook_deliveries SET lease_token = NULL,
       visible_at = IF(attempts = 0, LEAST(created_at, UTC_TIMESTAMP(3)), UTC_TIMESTAMP(3))
     WHERE id IN (:ids) AND state = 0 AND lease_token IN (:tokens)`,
    { ids: deliveries.map(({ id }) => id), tokens: deliveries.map(({ token }) => token) },
  );
}
