import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebhookEvent, WebhookEventSchema } from '../../shared/events/webhook-event.ts';
import {
  connectWorkspace,
  envelope,
  eventually,
  postCallback,
  startPlatform,
  type TestPlatform,
  textMessage,
} from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../helpers/webhook-receiver/index.ts';

let server: TestServer;
let platform: TestPlatform;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [platform, receiver] = await Promise.all([startPlatform(), startWebhookReceiver()]);
  server = await startTestServer({ GRAPH_URL: platform.url, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([platform.stop(), receiver.stop()]);
  expect(trippedStatements).toEqual([]);
});

let made = 0;

/** A workspace with a customer and one endpoint, at a path of its own. */
async function setUp(options: object = {}) {
  made += 1;
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  const path = `/in/${made}`;
  const { endpoint, secret, id } = await addEndpoint(workspace, path, options);
  const phone = `1555016${String(made).padStart(4, '0')}`;
  return {
    workspace,
    path,
    endpoint,
    secret,
    phone,
    id,
    at: `/webhook-endpoints/${id}`,
    events: () => receiver.at(path).map((request) => verified(request, secret)),
    write: (text: string) => writes(workspace, phone, text),
  };
}

async function addEndpoint(workspace: TestWorkspace, path: string, options: object = {}) {
  const url = `${receiver.url}${path}`;
  const { status, body } = await workspace.dashboard('POST', '/webhook-endpoints', { url, ...options });
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...body, id: body.endpoint.id } as { endpoint: { id: string }; secret: string; id: string };
}

/** A customer writes, by a callback of the test's own: no status comes of it. */
async function writes(workspace: TestWorkspace, phone: string, text: string): Promise<void> {
  const contacts = [{ wa_id: phone, profile: { name: 'Customer' } }];
  await postCallback(server, workspace, envelope({ contacts, messages: [textMessage(phone, text)] }));
}

async function deliveries(workspace: TestWorkspace, at: string, query = '') {
  const { status, body } = await workspace.dashboard('GET', `${at}/deliveries${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const untilReceived = (path: string, count: number) =>
  eventually(async () => (receiver.at(path).length >= count ? receiver.at(path) : undefined));

/** Lets the time pass that a delivery still waits for. */
function makeDue(id: string): Promise<number> {
  expect(id).toMatch(/^whe_/);
  return server.container.database.run(
    `/* system: test */ UPDATE webhook_deliveries SET visible_at = UTC_TIMESTAMP(3)
     WHERE state = 0 AND lease_token IS NULL`,
  );
}

describe('a webhook', () => {
  it('tells what a customer wrote and what became of our answer, signed, in order', async () => {
    const { workspace, path, phone, events, at } = await setUp();
    await platform.customerWrites(phone, 'Until when are you open?');
    await untilReceived(path, 1);
    const sent = await workspace.api('POST', '/messages/send', {
      contactId: phone,
      type: 'text',
      content: 'Until six',
    });
    expect(sent.status).toBe(201);
    await untilReceived(path, 3);
    const told = events().toSorted((a, b) => a.seq - b.seq);
    for (const event of told) expect(WebhookEventSchema.parse(event)).toEqual(event);
    expect(told.map(({ type, data }) => [type, data.message.status])).toEqual([
      ['message.received', 'received'],
      ['message.updated', 'sent'],
      ['message.updated', 'delivered'],
    ]);
    expect(told.map(({ conversationSeq }) => conversationSeq)).toEqual([1, 2, 3]);
    const [first] = told as [WebhookEvent];
    expect(first).toMatchObject({ tenantId: workspace.tenantId, data: { contact: { phone } } });
    const history = await workspace.api('GET', `/messages/${phone}`);
    expect(first.data.message).toEqual(
      history.body.data.find((one: { id: string }) => one.id === first.data.message.id),
    );
    expect(first.data.message).not.toHaveProperty('conversationId');
    // The log knows what the receiver knows.
    const log = await eventually(async () => {
      const all = await deliveries(workspace, at);
      return all.every((one: { state: string }) => one.state === 'succeeded') ? all : undefined;
    });
    expect(log.map((one: { eventId: string }) => one.eventId).toSorted()).toEqual(
      told.map(({ id }) => id).toSorted(),
    );
    const { body: detail } = await workspace.dashboard('GET', `${at}/deliveries/${log.at(-1).id}`);
    expect(JSON.parse(detail.body)).toEqual(first);
    expect(detail.log).toEqual([
      expect.objectContaining({
        number: 1,
        trigger: 'event',
        status: 200,
        ok: true,
        cause: null,
        responseBody: 'noted',
        remoteAddress: '127.0.0.1',
      }),
    ]);
  });

  it('is only of the events that were asked for, and of nothing from before', async () => {
    const { workspace, write, path, phone } = await setUp({ events: ['message.received'] });
    await write('first');
    await untilReceived(path, 1);
    const later = '/later';
    await addEndpoint(workspace, later);
    await workspace.api('POST', '/messages/send', { contactId: phone, type: 'text', content: 'hello' });
    await untilReceived(later, 2);
    expect(receiver.at(path)).toHaveLength(1);
    expect(receiver.at(later).map(({ body }) => JSON.parse(body).type)).not.toContain('message.received');
  });

  it('is sent again with the same id and the same bytes, until it arrives', async () => {
    const { workspace, path, at, id, write, secret } = await setUp();
    await receiver.behave(path, { status: 500 });
    await write('remember me');
    await untilReceived(path, 1);
    const [waiting] = await eventually(async () => {
      const all = await deliveries(workspace, at, '?state=pending');
      return all[0]?.attempts === 1 ? all : undefined;
    });
    expect(waiting).toMatchObject({ lastStatus: 500, lastCause: 'http_error', attemptsMax: 10 });
    const wait = (Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.lastAttemptAt)) / 1_000;
    expect(wait).toBeGreaterThan(3.5);
    expect(wait).toBeLessThan(7);
    await receiver.behave(path, { status: 200 });
    await makeDue(id);
    const [first, second] = (await untilReceived(path, 2)) as [never, never];
    expect(verified(second, secret)).toEqual(verified(first, secret));
    expect((second as { body: string }).body).toBe((first as { body: string }).body);
    const header = (request: { headers: Record<string, string> }) => request.headers['webhook-id'];
    expect(header(second)).toBe(header(first));
    const done = await eventually(async () => (await deliveries(workspace, at, '?state=succeeded'))[0]);
    const { body } = await workspace.dashboard('GET', `${at}/deliveries/${done.id}`);
    expect(body.log.map((one: { trigger: string; status: number }) => [one.trigger, one.status])).toEqual([
      ['retry', 200],
      ['event', 500],
    ]);
  });

  it('is given up after ten attempts, and sent again when somebody asks', async () => {
    const { workspace, path, at, id, write } = await setUp();
    await receiver.behave(path, { status: 500 });
    await write('stubborn');
    for (let attempts = 1; attempts <= 10; attempts += 1) {
      await eventually(async () => {
        await server.container.database.run(
          '/* system: test */ UPDATE webhook_endpoints SET resting_until = NULL WHERE failures > 0',
        );
        await makeDue(id);
        const [one] = await deliveries(workspace, at);
        return one?.attempts >= attempts || undefined;
      });
    }
    const failed = await eventually(async () => (await deliveries(workspace, at, '?state=failed'))[0]);
    expect(failed).toMatchObject({ attempts: 10, attemptsMax: 10, nextAttemptAt: null });
    const { body: endpoint } = await workspace.dashboard('GET', at);
    expect([endpoint.state, endpoint.stateReason]).toEqual(['failing', expect.stringContaining('HTTP 500')]);

    // One more attempt, and no other by itself.
    await server.container.database.run(
      '/* system: test */ UPDATE webhook_endpoints SET resting_until = NULL WHERE failures > 0',
    );
    await workspace.dashboard('POST', `${at}/deliveries/${failed.id}/resend`);
    await untilReceived(path, 11);
    const again = await eventually(async () => {
      const [one] = await deliveries(workspace, at, '?state=failed');
      return one?.attempts === 11 ? one : undefined;
    });
    await receiver.behave(path, { status: 200 });
    await server.container.database.run(
      '/* system: test */ UPDATE webhook_endpoints SET resting_until = NULL WHERE failures > 0',
    );
    const since = new Date(Date.parse(again.createdAt) - 1_000).toISOString();
    const { body: count } = await workspace.dashboard('POST', `${at}/resend-failed`, { since });
    expect(count).toEqual({ count: 1, isCapped: false });
    const [done] = await eventually(async () => {
      const all = await deliveries(workspace, at, '?state=succeeded');
      return all.length === 1 ? all : undefined;
    });
    const { body: detail } = await workspace.dashboard('GET', `${at}/deliveries/${done.id}`);
    expect(detail.log.slice(0, 3).map((one: { trigger: string }) => one.trigger)).toEqual([
      'resend',
      'resend',
      'retry',
    ]);
    const well = await eventually(async () => {
      const { body } = await workspace.dashboard('GET', at);
      return body.state === 'active' ? body : undefined;
    });
    expect(well.stateReason).toBeNull();
  });

  it('of a paused endpoint waits, or is dropped and can be asked for', async () => {
    const { workspace, path, at, write } = await setUp();
    await workspace.dashboard('POST', `${at}/pause`, { events: 'hold' });
    await write('wait for me');
    const [held] = await eventually(async () => {
      const all = await deliveries(workspace, at, '?state=held');
      return all.length > 0 ? all : undefined;
    });
    expect(held).toMatchObject({ attempts: 0, nextAttemptAt: null });
    await workspace.dashboard('POST', `${at}/resume`);
    await untilReceived(path, 1);

    const since = new Date().toISOString();
    await workspace.dashboard('POST', `${at}/pause`, { events: 'drop' });
    await write('never mind me');
    await eventually(async () => {
      const { body } = await workspace.dashboard('GET', '/conversations');
      return body.data[0]?.lastMessage?.preview === 'never mind me' || undefined;
    });
    const resumed = await workspace.dashboard('POST', `${at}/resume`);
    expect(resumed.body).toMatchObject({ state: 'active', whilePaused: null });
    expect(receiver.at(path)).toHaveLength(1);
    const missing = await workspace.dashboard('POST', `${at}/send-missing`, { since });
    expect(missing.body).toEqual({ count: 1, isCapped: false });
    const [, second] = await untilReceived(path, 2);
    expect(JSON.parse(second?.body ?? '').data.message.content).toBe('never mind me');
    const nothing = await workspace.dashboard('POST', `${at}/send-missing`, { since });
    expect(nothing.body).toEqual({ count: 0, isCapped: false });
  });

  it('can be tried with a sample, which is tried once', async () => {
    const { workspace, path, at, secret } = await setUp();
    await receiver.behave(path, { status: 404 });
    const { status, body } = await workspace.dashboard('POST', `${at}/test`, { type: 'message.updated' });
    expect([status, body.isTest, body.state]).toEqual([201, true, 'pending']);
    const [request] = await untilReceived(path, 1);
    const event = verified(request as never, secret);
    expect(WebhookEventSchema.parse(event)).toMatchObject({ id: body.eventId, type: 'message.updated' });
    const failed = await eventually(async () => (await deliveries(workspace, at, '?state=failed'))[0]);
    expect(failed).toMatchObject({ attempts: 1, attemptsMax: 1, lastStatus: 404, lastCause: 'not_found' });
    const endpoint = await eventually(async () => {
      const { body } = await workspace.dashboard('GET', at);
      return body.lastDelivery ? body : undefined;
    });
    expect(endpoint).toMatchObject({ state: 'active', lastDelivery: { ok: false }, failingSince: null });
  });

  it('ends for good with 410, and everybody is told why', async () => {
    const { workspace, path, at, write } = await setUp();
    await receiver.behave(path, { status: 410 });
    await write('nobody home');
    const disabled = await eventually(async () => {
      const { body } = await workspace.dashboard('GET', at);
      return body.state === 'disabled' ? body : undefined;
    });
    expect(disabled.stateReason).toContain('410');
    // Told of at another endpoint, so that it has been handed out while this one was disabled.
    await addEndpoint(workspace, `${path}/other`);
    await write('still nobody');
    await untilReceived(`${path}/other`, 1);
    const { body: log } = await workspace.dashboard('GET', '/audit-log');
    expect(log.data[1]).toMatchObject({ action: 'webhook_endpoint.disabled', actor: { kind: 'operator' } });
    await receiver.behave(path, { status: 200 });
    await workspace.dashboard('POST', `${at}/resume`);
    await write('back again');
    await untilReceived(path, 2);
    expect(receiver.at(path)).toHaveLength(2);
  });

  it('is disabled after five days of nothing but failures', async () => {
    const { workspace, path, at, write } = await setUp();
    await receiver.behave(path, { status: 500 });
    await write('day one');
    await untilReceived(path, 1);
    await eventually(async () => (await deliveries(workspace, at))[0]?.attempts === 1 || undefined);
    await server.container.database.run(
      `UPDATE webhook_endpoints SET failing_since = UTC_TIMESTAMP(3) - INTERVAL 121 HOUR, failing_confirmed = 1
       WHERE tenant_id = :tenantId`,
      { tenantId: workspace.scope.key },
    );
    await write('day five');
    const disabled = await eventually(async () => {
      const { body } = await workspace.dashboard('GET', at);
      return body.state === 'disabled' ? body : undefined;
    });
    expect(disabled.stateReason).toContain('Nothing was delivered for five days');
  });

  it('is signed with the old and the new secret after a rotation', async () => {
    const { workspace, path, at, secret, write } = await setUp();
    const { body } = await workspace.dashboard('POST', `${at}/rotate-secret`, { overlapHours: 1 });
    await write('twice signed');
    const [request] = await untilReceived(path, 1);
    expect(verified(request as never, secret)).toEqual(verified(request as never, body.secret));
    await workspace.dashboard('POST', `${at}/rotate-secret`, { overlapHours: 0 });
    await write('once signed');
    const [, second] = await untilReceived(path, 2);
    expect(() => verified(second as never, secret)).toThrow();
  });

  it('of a deleted contact is removed with it, and one of a deleted endpoint too', async () => {
    const { workspace, at, write, phone, path } = await setUp();
    await write('forget me');
    await untilReceived(path, 1);
    await eventually(async () => (await deliveries(workspace, at, '?state=succeeded'))[0]);
    await workspace.api('DELETE', `/contacts/${(await contactId(workspace, phone)) ?? ''}`);
    await eventually(async () => (await deliveries(workspace, at)).length === 0 || undefined);
    await write('me too');
    await untilReceived(path, 2);
    await workspace.dashboard('DELETE', at);
    expect((await workspace.dashboard('GET', `${at}/deliveries`)).status).toBe(404);
    await eventually(async () => {
      const rows = await server.container.database.select(
        `SELECT 1 FROM webhook_deliveries WHERE tenant_id = :tenantId
         UNION ALL SELECT 1 FROM webhook_attempts WHERE tenant_id = :tenantId`,
        { tenantId: workspace.scope.key },
      );
      return rows.length === 0 || undefined;
    });
  });
});

async function contactId(workspace: TestWorkspace, phone: string): Promise<string | undefined> {
  return (await workspace.api('GET', `/contacts?search=${phone}`)).body.data[0]?.id;
}
