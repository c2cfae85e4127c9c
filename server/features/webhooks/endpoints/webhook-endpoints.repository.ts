import { WEBHOOK_WAITING_MAX } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import type { Database } from '../../../db/database.ts';
import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { findRow, findRows, run, select, updateRow } from '../../../kernel/tenancy/rows.ts';
import type { WebhookEndpointView } from './webhook-endpoints.presenter.ts';

/** A locked row, with the time of the database's clock. */
export type LockedEndpoint = WebhookEndpointRow & { now: Date };

/** An endpoint that events are kept for. */
export interface Receiver {
  id: Buffer;
  /** Comma-separated types. */
  events: string;
  createdSeq: number;
}

/** What the numbers of `webhook_deliveries.state` stand for. */
const COUNTED = { 0: 'pending', 2: 'succeeded', 3: 'failed' } as const;

const VIEWED = [
  'id',
  'url',
  'description',
  'events',
  'secrets',
  'headers',
  'timeoutSeconds',
  'maxPerSecond',
  'apiVersion',
  'state',
  'whilePaused',
  'stateReason',
  'stateSince',
  'failingEventAt',
  'restingUntil',
  'lastDeliveryAt',
  'lastDeliveryOk',
  'lastDeliveryMs',
  'createdAt',
  'listenerAnswer',
  'expiresAt',
] as const;

/** Returns all endpoints, oldest first, or the one with this id; each with its counts of the last 24 hours. */
export async function endpointViews(ctx: QueryContext, id?: Buffer): Promise<WebhookEndpointView[]> {
  const rows = await findRows(ctx, 'webhookEndpoint', {
    columns: VIEWED,
    include: { creator: ['name'] },
    where: id ? { id } : {},
    order: [['id', 'ASC']],
  });
  if (rows.length === 0) return [];
  const counts = await countsOfDay(
    ctx,
    rows.map((row) => row.id),
  );
  const waiting = new Map<string, number>();
  for (const { id, state } of rows)
    if (state !== 'active') waiting.set(id.toString('hex'), await countWaiting(ctx, id));
  return rows.map(({ creator, ...row }) => ({
    ...row,
    waiting: waiting.get(row.id.toString('hex')) ?? 0,
    createdByName: creator.name,
    last24Hours: counts.get(row.id.toString('hex')) ?? { pending: 0, succeeded: 0, failed: 0 },
  }));
}

/** Counts the pending deliveries of an endpoint. Stops at the limit, because a dead endpoint may have very many. */
async function countWaiting(ctx: QueryContext, id: Buffer): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM (
       SELECT id FROM webhook_deliveries
       WHERE tenant_id = :tenantId AND endpoint_id = :id AND state = 0 LIMIT ${WEBHOOK_WAITING_MAX}
     ) AS waiting`,
    { id },
  );
  return Number(row?.count ?? 0);
}

async function countsOfDay(ctx: QueryContext, ids: readonly Buffer[]) {
  const rows = await select<{ endpointId: Buffer; state: keyof typeof COUNTED; count: number }>(
    ctx,
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

/**
 * Returns the endpoints that events are kept for: those that take them, and those that are paused so that they wait.
 * SQL, because every event asks this.
 */
export async function eventReceivers(ctx: QueryContext): Promise<Receiver[]> {
  const rows = await select<Receiver>(
    ctx,
    `SELECT id, events, created_seq AS createdSeq FROM webhook_endpoints
     WHERE tenant_id = :tenantId
       AND (state IN ('active', 'failing') OR (state = 'paused' AND while_paused = 'hold'))`,
  );
  return rows.map((row) => ({ ...row, createdSeq: Number(row.createdSeq) }));
}

/** Ends the pause that an endpoint was given after failures: a person wants something sent now. */
export async function endRest(ctx: QueryContext, id: Buffer): Promise<void> {
  await updateRow(ctx, 'webhookEndpoint', id, { restingUntil: null });
}

/**
 * Stores the tenant's newest event number as the one that the endpoint starts after. Call it while the
 * tenant's counter is locked: then every later event commits after the endpoint and finds it.
 */
export async function storeCreatedSeq(ctx: QueryContext, id: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE webhook_endpoints
     SET created_seq = (SELECT seq FROM tenant_counters WHERE tenant_id = :tenantId)
     WHERE tenant_id = :tenantId AND id = :id`,
    { id },
  );
}

/** Returns the slots that endpoints hold. */
export async function takenSlots(ctx: QueryContext): Promise<number[]> {
  const rows = await findRows(ctx, 'webhookEndpoint', { columns: ['slot'] });
  return rows.map((row) => row.slot);
}

/** Returns an endpoint, locked: who changes its state reads it first. Null when there is none. */
export async function lockEndpoint(ctx: QueryContext, id: Buffer): Promise<LockedEndpoint | null> {
  const [row] = await select<LockedEndpoint>(
    ctx,
    `SELECT id, slot, url, description, events, secrets, headers, timeout_seconds AS timeoutSeconds,
       max_per_second AS maxPerSecond, api_version AS apiVersion, state, while_paused AS whilePaused,
       state_reason AS stateReason, state_since AS stateSince, failures, failing_since AS failingSince,
       failing_event_at AS failingEventAt, failing_confirmed AS failingConfirmed, resting_until AS restingUntil,
       failing_mailed_at AS failingMailedAt, listener_answer AS listenerAnswer, created_at AS createdAt,
       UTC_TIMESTAMP(3) AS now
     FROM webhook_endpoints WHERE tenant_id = :tenantId AND id = :id FOR UPDATE`,
    { id },
  );
  return row ?? null;
}

/** Returns the id of the test listener of the workspace; null when there is none. */
export async function findListener(ctx: QueryContext): Promise<Buffer | null> {
  const row = await findRow(ctx, 'webhookEndpoint', { columns: ['id'], where: { listener: 1 } });
  return row?.id ?? null;
}

/** Returns test listeners whose time is over. */
export function expiredListeners(
  db: Database,
  limit: number,
  passedOver: readonly Buffer[],
): Promise<Pick<WebhookEndpointRow, 'id' | 'tenantId'>[]> {
  return db.select(
    `/* system: webhooks */ SELECT id, tenant_id AS tenantId FROM webhook_endpoints
     WHERE expires_at <= UTC_TIMESTAMP(3) AND id NOT IN (:passedOver) ORDER BY expires_at LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...passedOver] },
  );
}

/** Returns the test listeners. There are few: each workspace has at most one, for a day. */
export function currentListeners(db: Database): Promise<Pick<WebhookEndpointRow, 'id' | 'tenantId'>[]> {
  return db.select(
    `/* system: webhooks */ SELECT id, tenant_id AS tenantId FROM webhook_endpoints
     WHERE expires_at IS NOT NULL ORDER BY expires_at LIMIT 10000`,
  );
}
