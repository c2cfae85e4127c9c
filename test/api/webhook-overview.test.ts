import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../server/features/webhooks/deliveries/overview-figures.ts';
import {
  addDeliveries,
  type RenderedEvent,
} from '../../server/features/webhooks/deliveries/webhook-deliveries.repository.ts';
import { COUNTS_SQL } from '../../server/features/webhooks/deliveries/webhook-overview.repository.ts';
import { webhookOverview } from '../../server/features/webhooks/deliveries/webhook-overview.service.ts';
import { renderSample } from '../../server/features/webhooks/sending/render-event.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import type { WebhookSpan } from '../../shared/contract/webhooks/webhook-overview.ts';
import { createWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

/** The clock of these tests: a quarter of an hour into a step of half an hour. */
const NOW = new Date('2026-03-04T12:15:00.000Z');
const at = (time: string) => new Date(`2026-03-${time}Z`);

async function addEndpoint(): Promise<string> {
  const url = 'https://hooks.example.com/in';
  const { status, body } = await rig.workspace.dashboard('POST', '/webhook-endpoints', { url });
  expect(status).toBe(201);
  return body.endpoint.id;
}

/** Stores a delivery of an event of that time, with its outcome. */
async function addDelivery(
  endpointId: string,
  createdAt: Date,
  outcome: { state: 0 | 2 | 3; ms?: number; dueAt?: Date },
): Promise<void> {
  const { database } = rig.server.container;
  const event: RenderedEvent = renderSample(rig.workspace.scope, 'message.received', createdAt);
  const endpoint = decodeId(endpointId);
  // Far enough ahead that the worker does not attempt it.
  const dueAt = outcome.dueAt ?? new Date(Date.now() + 3_600_000);
  await database.transaction(async (tx) => {
    const ctx = { db: database, scope: rig.workspace.scope, tx };
    await addDeliveries(ctx, [event], [{ endpointId: endpoint, event, cause: 'event' }]);
    await database.run(
      `UPDATE webhook_deliveries SET state = :state, last_ms = :ms, attempts = :attempts, visible_at = :dueAt
       WHERE tenant_id = :tenantId AND event_id = :eventId`,
      {
        tenantId: rig.workspace.scope.key,
        eventId: event.id,
        state: outcome.state,
        ms: outcome.ms ?? null,
        attempts: outcome.ms === undefined ? 0 : 1,
        dueAt,
      },
      tx,
    );
  });
}

/** Returns the overview with the server's clock at `now`. */
function overviewAt(now: Date, endpointId: string, span: WebhookSpan) {
  const clock = { ...systemClock, now: () => now };
  return webhookOverview(
    { ...rig.server.container.contextFor(rig.workspace.scope), clock },
    endpointId,
    span,
  );
}

describe('the overview of an endpoint', () => {
  it('counts deliveries by result in steps of the day, by the time of their events', async () => {
    const id = await addEndpoint();
    // The first of the 48 steps begins at 12:30 the day before; anything earlier is left out.
    await addDelivery(id, at('03T12:29:59.999'), { state: 2, ms: 10 });
    await addDelivery(id, at('03T12:30:00.000'), { state: 2, ms: 20 });
    await addDelivery(id, at('04T11:59:59.999'), { state: 3, ms: 30 });
    await addDelivery(id, at('04T12:00:00.000'), { state: 2, ms: 40 });
    await addDelivery(id, at('04T12:14:00.000'), { state: 0 });
    await addDelivery(id, at('04T12:14:30.000'), { state: 0, ms: 50 });

    const overview = await overviewAt(NOW, id, 'day');
    expect(overview).toMatchObject({
      since: '2026-03-03T12:30:00.000Z',
      until: '2026-03-04T12:30:00.000Z',
      stepSeconds: 1_800,
      total: { succeeded: 2, failed: 1, pending: 2, failing: 1, p50Milliseconds: 30, p95Milliseconds: 50 },
    });
    expect(overview.steps).toHaveLength(48);
    const counted = overview.steps.filter(
      ({ succeeded, failed, pending }) => succeeded + failed + pending > 0,
    );
    expect(counted).toEqual([
      {
        since: '2026-03-03T12:30:00.000Z',
        succeeded: 1,
        failed: 0,
        pending: 0,
        failing: 0,
        p50Milliseconds: 20,
        p95Milliseconds: 20,
      },
      {
        since: '2026-03-04T11:30:00.000Z',
        succeeded: 0,
        failed: 1,
        pending: 0,
        failing: 0,
        p50Milliseconds: 30,
        p95Milliseconds: 30,
      },
      {
        since: '2026-03-04T12:00:00.000Z',
        succeeded: 1,
        failed: 0,
        pending: 2,
        failing: 1,
        p50Milliseconds: 40,
        p95Milliseconds: 50,
      },
    ]);
    // As time passes, the steps keep their times and the oldest drop out.
    const later = await overviewAt(new Date('2026-03-04T12:30:00.000Z'), id, 'day');
    expect(later.since).toBe('2026-03-03T13:00:00.000Z');
    expect(later.total).toMatchObject({ succeeded: 1, failed: 1, pending: 2 });
    // An hour has steps of a minute, a week steps of three hours.
    const hour = await overviewAt(NOW, id, 'hour');
    expect([hour.steps.length, hour.stepSeconds, hour.total.succeeded]).toEqual([60, 60, 1]);
    const week = await overviewAt(NOW, id, 'week');
    expect([week.steps.length, week.stepSeconds, week.total.succeeded]).toEqual([56, 10_800, 3]);
  });

  it('returns response times to two digits, by nearest rank', async () => {
    const id = await addEndpoint();
    const times = [7, 84, 123, 456, 987, 1_234, 4_321, 9_999, 12_345, 29_999];
    for (const ms of times) await addDelivery(id, at('04T12:01:00.000'), { state: 2, ms });
    const { total } = await overviewAt(NOW, id, 'hour');
    expect([total.p50Milliseconds, total.p95Milliseconds]).toEqual([980, 29_000]);
    const { steps } = await overviewAt(NOW, id, 'day');
    expect(steps.at(-1)).toMatchObject({ p50Milliseconds: 980, p95Milliseconds: 29_000 });
    expect(steps.at(-2)).toMatchObject({ succeeded: 0, p50Milliseconds: null, p95Milliseconds: null });
  });

  it('returns the time of the next attempt: after the endpoint’s rest, and null while it is paused', async () => {
    const id = await addEndpoint();
    expect((await overviewAt(NOW, id, 'day')).nextAttemptAt).toBeNull();
    const soon = new Date(Date.now() + 600_000);
    soon.setMilliseconds(0);
    await addDelivery(id, at('04T12:00:00.000'), { state: 0, ms: 5, dueAt: soon });
    await addDelivery(id, at('04T12:00:01.000'), { state: 0, ms: 5 });
    expect((await overviewAt(NOW, id, 'day')).nextAttemptAt).toBe(soon.toISOString());
    const rested = new Date(soon.getTime() + 60_000);
    await rig.server.container.database.run(
      'UPDATE webhook_endpoints SET resting_until = :rested WHERE tenant_id = :tenantId AND id = :id',
      { rested, tenantId: rig.workspace.scope.key, id: decodeId(id) },
    );
    expect((await overviewAt(NOW, id, 'day')).nextAttemptAt).toBe(rested.toISOString());
    await rig.workspace.dashboard('POST', `/webhook-endpoints/${id}/pause`, { events: 'hold' });
    expect((await overviewAt(NOW, id, 'day')).nextAttemptAt).toBeNull();
  });

  it('is available in the dashboard, for the workspace’s own endpoints', async () => {
    const id = await addEndpoint();
    const { status, body } = await rig.workspace.dashboard(
      'GET',
      `/webhook-endpoints/${id}/overview?span=hour`,
    );
    expect([status, body.steps.length, body.total.succeeded]).toEqual([200, 60, 0]);
    expect((await rig.workspace.dashboard('GET', `/webhook-endpoints/${id}/overview`)).body.stepSeconds).toBe(
      1_800,
    );
    const month = await rig.workspace.dashboard('GET', `/webhook-endpoints/${id}/overview?span=month`);
    expect([month.status, month.body.error.details[0].path]).toEqual([400, 'span']);
    const stranger = await createWorkspace(rig.server);
    const foreign = await stranger.dashboard('GET', `/webhook-endpoints/${id}/overview`);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'webhook_endpoint_not_found']);
  });

  it('is counted from the index alone', async () => {
    const id = await addEndpoint();
    await addDelivery(id, at('04T12:01:00.000'), { state: 2, ms: 10 });
    const { since, until, seconds } = stepsOf('week', NOW);
    const plan = await rig.server.container.database.select<{ key: string; Extra: string }>(
      `EXPLAIN ${COUNTS_SQL}`,
      { tenantId: rig.workspace.scope.key, endpointId: decodeId(id), since, until, seconds },
    );
    expect(plan).toHaveLength(1);
    expect(plan[0]?.key).toBe('webhook_deliveries_overview');
    expect(plan[0]?.Extra).toContain('Using index');
    expect(plan[0]?.Extra).not.toContain('Using index condition');
  });
});
