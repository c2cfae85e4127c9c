import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { type WebhookCause, writeStateReason } from '../../../../shared/domain/webhooks/webhook-causes.ts';
import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import type { ChangeContext, Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { updateRow } from '../../../kernel/tenancy/rows.ts';
import { afterResult, type DeliveryResult, type EndpointHealth } from '../sending/endpoint-health.ts';
import { type LockedEndpoint, lockEndpoint } from './webhook-endpoints.repository.ts';

/** Mails owners and admins, in the transaction of the change. */
export type MailAdmins = (
  ctx: ChangeContext,
  facts: { kind: 'endpoint_failing' | 'endpoint_disabled'; host: string; status: string; path: string },
) => Promise<void>;

/** The result of one attempt, with the data that the endpoint's page shows. */
export interface EndpointResult extends DeliveryResult {
  milliseconds: number;
  status: number | null;
  cause: WebhookCause | null;
  /** When the event happened. */
  eventAt: Date;
  /** A test does not count for the endpoint's health. */
  isTest: boolean;
}

/**
 * Updates the endpoint's health with results, oldest first. A change of state is recorded as an event;
 * disabling by the server is also recorded in the audit log.
 */
export async function recordResults(
  ctx: Context,
  mailAdmins: MailAdmins,
  endpointId: Buffer,
  results: readonly EndpointResult[],
): Promise<void> {
  const last = results.at(-1);
  if (!last) return;
  await inTransaction(ctx, async (ctx) => {
    const row = await lockEndpoint(ctx, endpointId);
    if (!row) return;
    const before = healthOf(row);
    // Uses the database's clock, because claims compare `restingUntil` with it, and servers' clocks differ.
    const after = results
      .filter(({ isTest }) => !isTest)
      .reduce((health, result) => afterResult(health, { ...result, at: row.now }), before);
    const isStateChange = after.state !== before.state;
    const failed = results.findLast(({ ok }) => !ok);
    await updateRow(ctx, 'webhookEndpoint', endpointId, {
      failures: after.failures,
      failingSince: after.failingSince,
      failingEventAt: after.failingSince ? oldestFailed(row, results) : null,
      failingConfirmed: after.isConfirmed ? 1 : 0,
      restingUntil: after.restingUntil,
      lastDeliveryAt: last.at,
      lastDeliveryOk: last.ok ? 1 : 0,
      lastDeliveryMs: last.milliseconds,
      ...(isStateChange
        ? { state: after.state, stateSince: last.at, stateReason: reasonOf(after, failed) }
        : {}),
    });
    if (!isStateChange) return;
    await mailState(ctx, mailAdmins, row, { state: after.state, status: failed?.status ?? null });
    const id = encodeId('webhookEndpoint', endpointId);
    ctx.record('webhook_endpoint.updated', { id, url: row.url, state: after.state });
    if (after.state !== 'disabled') return;
    const target = { kind: 'webhook_endpoint' as const, id, label: new URL(row.url).host };
    await ctx.audit({ action: 'webhook_endpoint.disabled', target });
  });
}

/** Mails that an endpoint fails, at most once a day, or that it was disabled. */
async function mailState(
  ctx: ChangeContext,
  mailAdmins: MailAdmins,
  row: LockedEndpoint,
  { state, status }: { state: EndpointHealth['state']; status: number | null },
): Promise<void> {
  if (state !== 'failing' && state !== 'disabled') return;
  // A person makes a test listener fail, to see the retries.
  if (row.listenerAnswer !== null) return;
  if (state === 'failing') {
    const { failingMailedAt, now } = row;
    if (failingMailedAt && now.getTime() - failingMailedAt.getTime() < DAY_MS) return;
    await updateRow(ctx, 'webhookEndpoint', row.id, { failingMailedAt: now });
  }
  await mailAdmins(ctx, {
    kind: `endpoint_${state}`,
    host: new URL(row.url).host,
    status: status === null ? '' : String(status),
    path: `/settings/webhooks/${encodeId('webhookEndpoint', row.id)}`,
  });
}

/** Returns the time of the oldest event that has failed since the last success, including these results. */
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
  return writeStateReason({ isDisabled: state === 'disabled', cause: failed.cause, status: failed.status });
}
