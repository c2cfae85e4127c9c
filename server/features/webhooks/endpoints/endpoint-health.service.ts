import { WEBHOOK_CAUSES, type WebhookCause } from '../../../../shared/domain/webhook-causes.ts';
import type { Database } from '../../../db/database.ts';
import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import type { RecordAudit } from '../../../kernel/audit/audit.ts';
import { OPERATOR } from '../../../kernel/auth/author.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { UnitOfWork } from '../../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { afterResult, type DeliveryResult, type EndpointHealth } from '../sending/endpoint-health.ts';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';

/** A result as the endpoint's page tells it. */
export interface EndpointResult extends DeliveryResult {
  milliseconds: number;
  status: number | null;
  cause: WebhookCause | null;
  /** When the event happened. */
  eventAt: Date;
  /** A test says nothing of how the endpoint does with real events. */
  isTest: boolean;
}

export type RecordResults = (
  scope: TenantScope,
  endpointId: Buffer,
  results: readonly EndpointResult[],
) => Promise<void>;

/**
 * Takes results, oldest first, into the endpoint's health. A change of its state is an event; that the
 * server has disabled one is written down too.
 */
export function createRecordResults(deps: {
  database: Database;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
}): RecordResults {
  const { database, inUnitOfWork, recordAudit } = deps;
  return async (scope, endpointId, results) => {
    const last = results.at(-1);
    if (!last) return;
    await inUnitOfWork(scope, async (work) => {
      const repository = new WebhookEndpointsRepository(database, scope, work.tx);
      const row = await repository.lock(endpointId);
      if (!row) return;
      const before = healthOf(row);
      // By the database's clock, which claims compare the rest with; the servers' own clocks may differ.
      const after = results
        .filter(({ isTest }) => !isTest)
        .reduce((health, result) => afterResult(health, { ...result, at: row.now }), before);
      const isTurn = after.state !== before.state;
      const failed = results.findLast(({ ok }) => !ok);
      await repository.update(endpointId, {
        failures: after.failures,
        failingSince: after.failingSince,
        failingEventAt: after.failingSince ? oldestFailed(row, results) : null,
        failingConfirmed: after.isConfirmed ? 1 : 0,
        restingUntil: after.restingUntil,
        lastDeliveryAt: last.at,
        lastDeliveryOk: last.ok ? 1 : 0,
        lastDeliveryMs: last.milliseconds,
        ...(isTurn ? { state: after.state, stateSince: last.at, stateReason: reasonOf(after, failed) } : {}),
      });
      if (!isTurn) return;
      const id = encodeId('webhookEndpoint', endpointId);
      work.record('webhook_endpoint.updated', { id, url: row.url, state: after.state });
      if (after.state !== 'disabled') return;
      const target = { kind: 'webhook_endpoint' as const, id, label: new URL(row.url).host };
      await recordAudit(work, scope, { action: 'webhook_endpoint.disabled', target, by: OPERATOR });
    });
  };
}

/** The oldest event that has failed in this spell; a success in the midst of the results begins a new one. */
function oldestFailed(row: WebhookEndpointRow, results: readonly EndpointResult[]): Date | null {
  const real = results.filter(({ isTest }) => !isTest);
  const success = real.findLastIndex(({ ok }) => ok);
  const known = success === -1 ? row.failingEventAt : null;
  const times = [...(known ? [known] : []), ...real.slice(success + 1).map(({ eventAt }) => eventAt)];
  return times.reduce<Date | null>((oldest, time) => (oldest && oldest <= time ? oldest : time), null);
}

function healthOf(row: WebhookEndpointRow): EndpointHealth {
  return {
    state: row.state,
    failures: row.failures,
    failingSince: row.failingSince,
    isConfirmed: row.failingConfirmed === 1,
    restingUntil: row.restingUntil,
  };
}

function reasonOf({ state }: EndpointHealth, failed: EndpointResult | undefined): string | null {
  if (state === 'active' || !failed?.cause) return null;
  const status = failed.status === null ? '' : `HTTP ${failed.status}. `;
  const what = `${status}${WEBHOOK_CAUSES[failed.cause]}`;
  return state === 'disabled' && failed.cause !== 'gone'
    ? `Nothing was delivered for five days. Last: ${what}`
    : what;
}
