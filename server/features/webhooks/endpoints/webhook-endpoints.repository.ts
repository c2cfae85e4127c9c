import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import { TenantRepository } from '../../../kernel/tenancy/tenant-repository.ts';
import type { WebhookEndpointView } from './webhook-endpoints.presenter.ts';

/** A locked row, with the time of the database's clock. */
export type LockedEndpoint = WebhookEndpointRow & { now: Date };

/** What the numbers of `webhook_deliveries.state` stand for. */
const COUNTED = { 0: 'pending', 2: 'succeeded', 3: 'failed' } as const;

export class WebhookEndpointsRepository extends TenantRepository<WebhookEndpointRow> {
  protected readonly table = this.database.models.webhookEndpoint;

  /** All of them, oldest first, or one. */
  async views(id?: Buffer): Promise<WebhookEndpointView[]> {
    const rows = await this.select<Omit<WebhookEndpointView, 'last24Hours'>>(
      `SELECT e.id, e.url, e.description, e.events, e.secrets, e.headers, e.timeout_seconds AS timeoutSeconds,
         e.max_per_second AS maxPerSecond, e.api_version AS apiVersion, e.state, e.while_paused AS whilePaused,
         e.state_reason AS stateReason, e.state_since AS stateSince, e.failing_event_at AS failingEventAt, e.last_delivery_at AS lastDeliveryAt,
         e.last_delivery_ok AS lastDeliveryOk, e.last_delivery_ms AS lastDeliveryMs, e.created_at AS createdAt,
         u.name AS createdByName
       FROM webhook_endpoints e
       LEFT JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.created_by
       WHERE e.tenant_id = :tenantId ${id ? 'AND e.id = :id' : ''} ORDER BY e.id`,
      id ? { id } : {},
    );
    if (rows.length === 0) return [];
    const counts = await this.countsOfDay(rows.map((row) => row.id));
    return rows.map((row) => ({
      ...row,
      last24Hours: counts.get(row.id.toString('hex')) ?? { pending: 0, succeeded: 0, failed: 0 },
    }));
  }

  private async countsOfDay(ids: readonly Buffer[]) {
    const rows = await this.select<{ endpointId: Buffer; state: keyof typeof COUNTED; count: number }>(
      `SELECT endpoint_id AS endpointId, state, COUNT(*) AS count FROM webhook_deliveries
       WHERE tenant_id = :tenantId AND endpoint_id IN (:ids) AND state IN (0, 2, 3)
         AND created_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY
       GROUP BY endpoint_id, state`,
      { ids },
    );
    const counts = new Map<string, WebhookEndpointView['last24Hours']>();
    for (const row of rows) {
      const name = row.endpointId.toString('hex');
      const known = counts.get(name) ?? { pending: 0, succeeded: 0, failed: 0 };
      counts.set(name, { ...known, [COUNTED[row.state]]: Number(row.count) });
    }
    return counts;
  }

  /** Lets an endpoint be tried at once: a person has asked for it. */
  async endRest(id: Buffer): Promise<void> {
    await this.run(
      `UPDATE webhook_endpoints SET resting_until = NULL
       WHERE tenant_id = :tenantId AND id = :id AND resting_until IS NOT NULL`,
      { id },
    );
  }

  /**
   * Stores the tenant's newest event number as the one that the endpoint starts after. Call it while the
   * tenant's counter is locked: then every later event commits after the endpoint and finds it.
   */
  async noteCreatedSeq(id: Buffer): Promise<void> {
    await this.run(
      `UPDATE webhook_endpoints
       SET created_seq = (SELECT seq FROM tenant_counters WHERE tenant_id = :tenantId)
       WHERE tenant_id = :tenantId AND id = :id`,
      { id },
    );
  }

  async takenSlots(): Promise<number[]> {
    const rows = await this.select<{ slot: number }>(
      'SELECT slot FROM webhook_endpoints WHERE tenant_id = :tenantId',
    );
    return rows.map((row) => row.slot);
  }

  /** The row, locked: who changes the state of an endpoint looks at it first. */
  async lock(id: Buffer): Promise<LockedEndpoint | null> {
    const [row] = await this.select<LockedEndpoint>(
      `SELECT id, slot, url, description, events, secrets, headers, timeout_seconds AS timeoutSeconds,
         max_per_second AS maxPerSecond, api_version AS apiVersion, state, while_paused AS whilePaused,
         state_reason AS stateReason, state_since AS stateSince, failures, failing_since AS failingSince,
         failing_event_at AS failingEventAt, failing_confirmed AS failingConfirmed, resting_until AS restingUntil, created_at AS createdAt,
         UTC_TIMESTAMP(3) AS now
       FROM webhook_endpoints WHERE tenant_id = :tenantId AND id = :id FOR UPDATE`,
      { id },
    );
    return row ?? null;
  }
}
