import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redeemTicket } from '../../server/features/sessions/index.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { isSoak } from '../helpers/lane.ts';
import {
  connectWorkspace,
  envelope,
  postCallback,
  startPlatform,
  type TestPlatform,
  textMessage,
} from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver/index.ts';

let server: TestServer;
let second: TestServer;
let platform: TestPlatform;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [platform, receiver] = await Promise.all([startPlatform(), startWebhookReceiver()]);
  const env = { GRAPH_URL: platform.url, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  server = await startTestServer(env);
  second = await startTestServer(env, server);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  await Promise.all([platform.stop(), receiver.stop()]);
  expect(trippedStatements).toEqual([]);
});

let offset = 0;
let made = 0;
/** Long before the step has passed, so that only a handled step lets waiting work continue in time. */
const SOON = { timeout: 20_000 };

let steps = 0;

function stepBack(seconds: number): void {
  offset -= seconds;
  steps += 1;
  server.databaseClock.setOffset(offset);
  server.wake();
}

/** Counts the steps that the two servers have handled. */
const handled = () =>
  [...server.logs, ...second.logs].filter((line) => line.includes('clock stepped back')).length;

// Work stored between a step and its handling may be due early, once. Tests start after that.
beforeEach(() => expect.poll(handled, SOON).toBe(steps));

/** Creates a workspace with a customer and an endpoint. */
async function setUp() {
  made += 1;
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  const path = `/steps/${made}`;
  const { status, body } = await workspace.dashboard('POST', '/webhook-endpoints', {
    url: `${receiver.url}${path}`,
    events: ['message.received'],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const phone = `1555019${String(made).padStart(4, '0')}`;
  const writes = (text: string) => {
    const contacts = [{ wa_id: phone, profile: { name: 'Customer' } }];
    return postCallback(server, workspace, envelope({ contacts, messages: [textMessage(phone, text)] }));
  };
  const history = async () => (await workspace.api('GET', `/messages/${phone}`)).body.data ?? [];
  const received = () => receiver.at(path);
  const endpointId: string = body.endpoint.id;
  return { workspace, path, phone, writes, history, received, endpointId };
}

describe.each(isSoak ? [120, 3 * 60 * 60] : [120])('when the database clock steps back by %i s', (step) => {
  it('an endpoint gets the events after the step, and a new one only those after its creation', async () => {
    const { writes, received, workspace, path } = await setUp();
    stepBack(step);
    await writes('first');
    await expect.poll(() => received().length, SOON).toBe(1);
    const { status } = await workspace.dashboard('POST', '/webhook-endpoints', {
      url: `${receiver.url}${path}/late`,
      events: ['message.received'],
    });
    expect(status).toBe(201);
    await writes('second');
    await expect.poll(() => receiver.at(`${path}/late`).length, SOON).toBe(1);
    expect(receiver.at(`${path}/late`)[0]?.body).toContain('second');
    await expect.poll(() => received().length, SOON).toBe(2);
  });

  it('a webhook retry is sent at its planned time', async () => {
    const { path, writes, received, workspace } = await setUp();
    await receiver.behave(path, { status: 500 });
    await writes('hello');
    const waiting = async () => {
      const rows = await server.container.database.select(
        `SELECT id FROM webhook_deliveries
         WHERE tenant_id = :tenantId AND attempts = 1 AND lease_token IS NULL AND state = 0`,
        { tenantId: workspace.scope.key },
      );
      return rows.length;
    };
    await expect.poll(waiting, SOON).toBe(1);
    await receiver.behave(path, {});
    stepBack(step);
    await expect.poll(() => received().length, SOON).toBe(2);
    const [first, retry] = received();
    // The retry is planned after five seconds, plus or minus a fifth.
    expect((retry?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(3_900);
  });

  it('a postponed send in a paused lane is sent', async () => {
    const { workspace, phone, writes, history } = await setUp();
    await writes('hello');
    await expect.poll(async () => (await history()).length, SOON).toBe(1);
    await platform.configure({ answerErrorRate: 1 });
    const { scope } = workspace;
    const sent = await workspace.api('POST', '/messages/send', {
      contactId: phone,
      type: 'text',
      content: 'answer',
    });
    expect(sent.body.status, JSON.stringify(sent.body)).toBe('queued');
    const paused = () =>
      server.container.database.select('SELECT 1 FROM send_pauses WHERE tenant_id = :id', { id: scope.key });
    await expect.poll(async () => (await paused()).length, SOON).toBe(1);
    stepBack(step);
    await platform.configure({ answerErrorRate: 0 });
    const status = async () =>
      (await history()).find((one: { id: string }) => one.id === sent.body.id)?.status;
    await expect.poll(status, SOON).not.toBe('queued');
  });

  it('a send with an unknown outcome is sent again once, after its wait', async () => {
    const { workspace, phone, writes, history } = await setUp();
    const { database } = server.container;
    const tenantId = workspace.scope.key;
    await writes('hello');
    await expect.poll(async () => (await history()).length, SOON).toBe(1);
    await platform.configure({ nextSends: ['drop'] });
    const send = { contactId: phone, type: 'text', content: `unknown ${step}` };
    expect((await workspace.api('POST', '/messages/send', send)).body.status).toBe('queued');
    // Three seconds of its minute are left.
    const age = () =>
      database.run(
        `UPDATE outbound_sends SET visible_at = visible_at - INTERVAL 57 SECOND,
           handed_over_at = handed_over_at - INTERVAL 57 SECOND
         WHERE tenant_id = :tenantId AND lease_token IS NULL AND handed_over_at IS NOT NULL`,
        { tenantId },
      );
    await expect.poll(age, SOON).toBe(1);
    stepBack(step);
    const left = async () =>
      (await database.select('SELECT id FROM outbound_sends WHERE tenant_id = :tenantId', { tenantId }))
        .length;
    await expect.poll(left, SOON).toBe(0);
    const { body } = await platform.control('GET', '/calls');
    const calls = body.data.filter(
      (one: { body?: { text?: { body?: string } } }) => one.body?.text?.body === `unknown ${step}`,
    );
    expect(calls).toHaveLength(2);
  });

  it('a callback and a job leased by a dead worker, and a waiting job, are processed', async () => {
    const { workspace, writes, history } = await setUp();
    const { database } = server.container;
    await writes('hello');
    await expect.poll(async () => (await history()).length, SOON).toBe(1);
    const tenantId = workspace.scope.key;
    await database.run(
      `UPDATE work_lanes SET lease_token = :token, visible_at = UTC_TIMESTAMP(3) + INTERVAL 3 SECOND
       WHERE tenant_id = :tenantId AND id = :tenantId`,
      { tenantId, token: newKey() },
    );
    await database.run('UPDATE inbound_callbacks SET state = 0 WHERE tenant_id = :tenantId', { tenantId });
    const payload = JSON.stringify({ endpointId: newKey().toString('hex') });
    for (const token of [null, newKey()])
      await database.run(
        `INSERT INTO jobs (id, tenant_id, kind, payload, visible_at, created_at, lease_token)
         VALUES (:id, :tenantId, 'purge-webhook-endpoint', :payload, UTC_TIMESTAMP(3) + INTERVAL 3 SECOND, UTC_TIMESTAMP(3), :token)`,
        { id: newKey(), tenantId, payload, token },
      );
    stepBack(step);
    const left = async () => {
      const rows = await database.select(
        `SELECT id FROM jobs WHERE tenant_id = :tenantId
         UNION ALL SELECT id FROM inbound_callbacks WHERE tenant_id = :tenantId AND state = 0`,
        { tenantId },
      );
      return rows.length;
    };
    await expect.poll(left, SOON).toBe(0);
  });

  it('a delivery in progress is attempted once, and one of the two servers handles the step', async () => {
    const { path, writes, received, workspace } = await setUp();
    await receiver.behave(path, { wait: 4_000 });
    await writes('slow');
    await expect.poll(() => received().length, SOON).toBe(1);
    stepBack(step);
    await expect.poll(handled, SOON).toBe(steps);
    const open = async () => {
      const rows = await server.container.database.select(
        'SELECT id FROM webhook_deliveries WHERE tenant_id = :tenantId AND state = 0',
        { tenantId: workspace.scope.key },
      );
      return rows.length;
    };
    await expect.poll(open, SOON).toBe(0);
    expect(received()).toHaveLength(1);
    expect(handled()).toBe(steps);
  });
});

it('an event from before the step can be requested again without an end of the time range', async () => {
  const { path, writes, received, workspace, endpointId } = await setUp();
  await writes('hello');
  await expect.poll(() => received().length, SOON).toBe(1);
  const { database } = server.container;
  const tenantId = workspace.scope.key;
  // Stored by a clock that was ahead, and never sent to the endpoint.
  for (const table of ['webhook_deliveries', 'webhook_events'])
    await database.run(`DELETE FROM ${table} WHERE tenant_id = :tenantId`, { tenantId });
  await database.run(
    'UPDATE events SET created_at = UTC_TIMESTAMP(3) + INTERVAL 1 DAY WHERE tenant_id = :tenantId',
    { tenantId },
  );
  const since = new Date(Date.now() - 60_000).toISOString();
  const { status, body } = await workspace.dashboard(
    'POST',
    `/webhook-endpoints/${endpointId}/send-missing`,
    { since },
  );
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.count).toBe(1);
  await expect.poll(() => receiver.at(path).length, SOON).toBe(2);
});

it('a socket ticket is valid for half a minute by the database’s clock, whatever the server’s clock shows', async () => {
  const { workspace } = await setUp();
  const { database, resources } = server.container;
  const { body } = await workspace.dashboard('POST', '/session/socket-ticket');
  const [row] = await database.select<{ left: number }>(
    `SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), expires_at) AS \`left\` FROM socket_tickets
     WHERE tenant_id = :tenantId`,
    { tenantId: workspace.scope.key },
  );
  expect(Number(row?.left)).toBeLessThanOrEqual(30);
  expect(Number(row?.left)).toBeGreaterThan(20);
  expect(await redeemTicket(resources, body.ticket)).toMatchObject({ kind: 'user' });
});

it('a failing endpoint is paused by the database’s clock, whatever the server’s clock shows', async () => {
  const { writes, path, received, workspace } = await setUp();
  await receiver.behave(path, { status: 500 });
  const { database } = server.container;
  const tenantId = workspace.scope.key;
  await database.run('UPDATE webhook_endpoints SET failures = 4 WHERE tenant_id = :tenantId', { tenantId });
  await writes('hello');
  await expect.poll(() => received().length, SOON).toBe(1);
  const rest = async () => {
    const [row] = await database.select<{ rest: number | null }>(
      `SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), resting_until) AS rest FROM webhook_endpoints
       WHERE tenant_id = :tenantId`,
      { tenantId },
    );
    return row?.rest;
  };
  await expect.poll(rest, SOON).not.toBeNull();
  expect(Number(await rest())).toBeLessThanOrEqual(2);
});
