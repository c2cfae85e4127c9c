import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectWorkspace, envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../helpers/webhook-receiver/index.ts';

let server: TestServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  server = await startTestServer({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
  expect(trippedStatements).toEqual([]);
});

let made = 0;

/** Creates a workspace with one endpoint, which has its own path. */
async function setUp(options: object = {}) {
  made += 1;
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  const path = `/sending/${made}`;
  const url = `${receiver.url}${path}`;
  const { status, body } = await workspace.dashboard('POST', '/webhook-endpoints', { url, ...options });
  expect(status, JSON.stringify(body)).toBe(201);
  const at = `/webhook-endpoints/${body.endpoint.id}`;
  return { workspace, path, at, secret: body.secret as string, tenantId: workspace.scope.key };
}

/** Posts a message from each of several customers. */
async function write(workspace: TestWorkspace, count: number): Promise<void> {
  const messages = Array.from({ length: count }, (_, index) =>
    textMessage(`15550180${String(index).padStart(3, '0')}`, `no. ${index}`),
  );
  await postCallback(server, workspace, envelope({ messages }));
}

interface Shown {
  id: string;
  eventId: string;
  type: string;
  attempts: number;
  createdAt: string;
  lastAttemptAt: string;
  nextAttemptAt: string;
}

async function list(workspace: TestWorkspace, at: string, query = ''): Promise<Shown[]> {
  const { status, body } = await workspace.dashboard('GET', `${at}/deliveries${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const received = (path: string, count: number) =>
  eventually(async () => (receiver.at(path).length >= count ? receiver.at(path) : undefined), 20_000);
const seconds = (one: Shown) => (Date.parse(one.nextAttemptAt) - Date.parse(one.lastAttemptAt)) / 1_000;

describe('an endpoint', () => {
  it('gets no more requests per second than its limit', async () => {
    const { workspace, path } = await setUp({ maxPerSecond: 10 });
    await write(workspace, 25);
    const times = (await received(path, 25)).map(({ at }) => at).toSorted((a, b) => a - b);
    // 24 intervals of a tenth of a second; a slow machine only makes it longer.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(2_300);
  });

  it('has four deliveries in flight at most', async () => {
    const { workspace, path } = await setUp();
    const wait = 150;
    await receiver.behave(path, { wait });
    await write(workspace, 20);
    const times = (await received(path, 20)).map(({ at }) => at).toSorted((a, b) => a - b);
    // The delivery four places earlier had its response by then.
    const gaps = times.slice(4).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(wait - 10);
  });

  it('can delay the next attempt with Retry-After', async () => {
    const { workspace, path, at } = await setUp();
    await receiver.behave(path, { status: 429, headers: { 'retry-after': '9' } });
    await write(workspace, 1);
    const [waiting] = await eventually(async () => {
      const all = await list(workspace, at);
      return all[0]?.attempts === 1 ? all : undefined;
    });
    expect(waiting).toMatchObject({ state: 'pending', lastStatus: 429, lastCause: 'rate_limited' });
    expect(seconds(waiting as Shown)).toBeGreaterThanOrEqual(9 - 1);
    expect(seconds(waiting as Shown)).toBeLessThanOrEqual(9 + 2);
  });

  it('that returns 500 for a day is failing but not disabled, and gets everything when it recovers', async () => {
    const { workspace, path, at, secret, tenantId } = await setUp();
    await receiver.behave(path, { status: 500 });
    await write(workspace, 1);
    let passed = 0;
    for (let attempts = 1; passed < 24 * 3_600; attempts += 1) {
      const waiting = await eventually(async () => {
        const [one] = await list(workspace, at, '?state=pending');
        return one?.attempts === attempts && one.nextAttemptAt ? one : undefined;
      });
      passed += seconds(waiting);
      await letPass(tenantId, Math.ceil(seconds(waiting)));
    }
    await received(path, 8);
    const { body: failing } = await workspace.dashboard('GET', at);
    expect([failing.state, failing.stateReason]).toEqual(['failing', expect.stringContaining('HTTP 500')]);
    expect([failing.stateCause, failing.stateStatus]).toEqual(['http_error', 500]);
    expect(failing).toMatchObject({ waiting: 1, restingUntil: expect.any(String) });
    await receiver.behave(path, { status: 200 });
    const before = receiver.at(path).length;
    await eventually(async () => {
      await letPass(tenantId, 86_400);
      return receiver.at(path).length > before;
    }, 15_000);
    const requests = receiver.at(path);
    expect(new Set(requests.map((request) => verified(request, secret).id)).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    await eventually(async () => (await workspace.dashboard('GET', at)).body.state === 'active');
  }, 60_000);
});

/** Lets time pass for what is waiting, by making the rows older. */
async function letPass(tenantId: Buffer, ahead: number): Promise<void> {
  const { database } = server.container;
  await database.run(
    `UPDATE webhook_endpoints SET failing_since = failing_since - INTERVAL ${ahead} SECOND,
       resting_until = resting_until - INTERVAL ${ahead} SECOND
     WHERE tenant_id = :tenantId AND failing_since IS NOT NULL`,
    { tenantId },
  );
  await database.run(
    `UPDATE webhook_deliveries SET visible_at = visible_at - INTERVAL ${ahead} SECOND
     WHERE tenant_id = :tenantId AND state = 0 AND lease_token IS NULL`,
    { tenantId },
  );
  server.wake();
}

describe('the delivery log', () => {
  it('is filtered by state, event, webhook-id and time, and paged by cursor', async () => {
    const { workspace, path, at } = await setUp();
    await write(workspace, 5);
    await received(path, 5);
    await receiver.behave(path, { status: 404 });
    const { body: test } = await workspace.dashboard('POST', `${at}/test`, { type: 'message.updated' });
    await eventually(async () => (await list(workspace, at, '?state=failed')).length === 1);
    await eventually(async () => (await list(workspace, at, '?state=succeeded')).length === 5);

    expect((await list(workspace, at, '?state=failed')).map(({ id }) => id)).toEqual([test.id]);
    expect((await list(workspace, at, '?type=message.updated')).map(({ id }) => id)).toEqual([test.id]);
    expect((await list(workspace, at, '?type=message.received')).length).toBe(5);
    const all = await list(workspace, at);
    const eventId = receiver.at(path)[2]?.headers['webhook-id'];
    expect((await list(workspace, at, `?eventId=${eventId}`)).map((one) => one.eventId)).toEqual([eventId]);
    expect(await list(workspace, at, '?eventId=evt_unknown')).toEqual([]);
    // From a time on, and before it: each delivery is in exactly one of the two.
    const border = encodeURIComponent(test.createdAt);
    const since = await list(workspace, at, `?since=${border}`);
    const until = await list(workspace, at, `?until=${border}`);
    expect(since.map(({ id }) => id)).toContain(test.id);
    expect([...since, ...until].map(({ id }) => id)).toEqual(all.map(({ id }) => id));

    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await workspace.dashboard(
        'GET',
        `${at}/deliveries?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      walked.push(...body.data.map((one: Shown) => one.id));
      cursor = body.nextCursor;
    }
    expect(walked).toEqual(all.map(({ id }) => id));
  });

  it('drops deliveries after 30 days, and none before', async () => {
    const { workspace, path, at, tenantId } = await setUp();
    const { database } = server.container;
    await write(workspace, 2);
    await received(path, 2);
    await eventually(async () => (await list(workspace, at, '?state=succeeded')).length === 2);
    await workspace.dashboard('POST', `${at}/pause`, { events: 'hold' });
    await write(workspace, 1);
    await eventually(async () => (await list(workspace, at, '?state=held')).length === 1);
    const [old, young] = await list(workspace, at, '?state=succeeded');
    const age = (condition: string, days: number) =>
      database.run(
        `UPDATE webhook_deliveries d JOIN webhook_events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
           LEFT JOIN webhook_attempts a ON a.tenant_id = d.tenant_id AND a.delivery_id = d.id
         SET d.created_at = d.created_at - INTERVAL ${days} DAY, e.created_at = e.created_at - INTERVAL ${days} DAY,
           a.started_at = a.started_at - INTERVAL ${days} DAY
         WHERE d.tenant_id = :tenantId AND ${condition}`,
        { tenantId },
      );
    await age('d.state = 0', 29);
    await age('d.state = 2', 29);
    await server.container.housekeeping.pass();
    expect(await list(workspace, at)).toHaveLength(3);

    await database.run(
      `UPDATE webhook_deliveries SET created_at = created_at - INTERVAL 10 DAY
       WHERE tenant_id = :tenantId AND state = 2 ORDER BY created_at DESC, id DESC LIMIT 1`,
      { tenantId },
    );
    await database.run(
      `UPDATE webhook_events e JOIN webhook_deliveries d ON d.tenant_id = e.tenant_id AND d.event_id = e.id
         JOIN webhook_attempts a ON a.tenant_id = d.tenant_id AND a.delivery_id = d.id
       SET e.created_at = d.created_at, a.started_at = d.created_at WHERE e.tenant_id = :tenantId AND d.state = 2`,
      { tenantId },
    );
    await server.container.housekeeping.pass();
    expect((await list(workspace, at, '?state=succeeded')).map(({ id }) => id)).toEqual([young?.id]);
    expect(await list(workspace, at, '?state=held')).toHaveLength(1);
    expect((await workspace.dashboard('GET', `${at}/deliveries/${old?.id}`)).status).toBe(404);
    const counted = await database.select<{ n: number }>(
      `SELECT COUNT(*) AS n FROM webhook_events WHERE tenant_id = :tenantId
       UNION ALL SELECT COUNT(*) FROM webhook_attempts WHERE tenant_id = :tenantId`,
      { tenantId },
    );
    expect(counted.map(({ n }) => Number(n))).toEqual([2, 1]);
  });
});
