import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../server/admin/run-admin.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  createWorkspace,
  SECRET_KEY,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_ALLOW_CIDRS: '10.1.0.0/16' });
  workspace = await createWorkspace(server);
});
afterAll(async () => {
  await server.stop();
  expect(trippedStatements).toEqual([]);
});

const add = (body: object, owner = workspace) => owner.dashboard('POST', '/webhook-endpoints', body);
const URL_OK = 'https://hooks.example.com/in?token=abc';

describe('an endpoint', () => {
  it('has a secret that is shown once, and later only with the password', async () => {
    const made = await add({ url: URL_OK, description: 'Orders' });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { endpoint, secret } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({
      url: URL_OK,
      description: 'Orders',
      events: ['message.received', 'message.updated'],
      state: 'active',
      timeoutSeconds: 15,
      maxPerSecond: null,
      secrets: [{ hint: secret.slice(-4), expiresAt: null }],
      last24Hours: { succeeded: 0, failed: 0, pending: 0 },
      lastDelivery: null,
    });
    const listed = await workspace.dashboard('GET', '/webhook-endpoints');
    expect(listed.body.data).toEqual([endpoint]);
    expect(JSON.stringify(listed.body)).not.toContain(secret);

    const path = `/webhook-endpoints/${endpoint.id}/secret`;
    expect((await workspace.dashboard('POST', path)).body).toEqual({ secret });
    const { body: log } = await workspace.dashboard('GET', '/audit-log');
    expect(log.data.map((entry: { action: string }) => entry.action).slice(0, 2)).toEqual([
      'webhook_secret.revealed',
      'webhook_endpoint.created',
    ]);
    expect(JSON.stringify([log, server.logs])).not.toContain(secret);
    await workspace.dashboard('DELETE', `/webhook-endpoints/${endpoint.id}`);
  });

  it('does not return the values of its headers', async () => {
    const headers = [
      { name: 'Authorization', value: 'Bearer of-theirs' },
      { name: 'x-shop', value: 'seven' },
    ];
    const { body } = await add({ url: URL_OK, headers });
    const path = `/webhook-endpoints/${body.endpoint.id}`;
    expect(body.endpoint.headers).toEqual([{ name: 'authorization' }, { name: 'x-shop' }]);
    // A header without a value is kept; a new one needs its value.
    const kept = await workspace.dashboard('PATCH', path, { headers: [{ name: 'x-shop' }] });
    expect(kept.body.headers).toEqual([{ name: 'x-shop' }]);
    const missing = await workspace.dashboard('PATCH', path, { headers: [{ name: 'x-new' }] });
    expect(missing.body.error.details).toEqual([
      { path: 'headers.0.value', message: 'is required: the header is new' },
    ]);
    const all = JSON.stringify([body, kept.body, missing.body, server.logs]);
    expect(all).not.toContain('of-theirs');
    expect(all).not.toContain('seven');
    await workspace.dashboard('DELETE', path);
  });

  it.each([
    ['host', 'must be authorization'],
    ['content-length', 'must be authorization'],
    ['x-forwarded-for', 'is reserved for proxies'],
    ['x-amz-target', 'is reserved for proxies'],
    ['x bad', 'must be authorization'],
  ])('rejects the header %s', async (name, message) => {
    const { status, body } = await add({ url: URL_OK, headers: [{ name, value: 'x' }] });
    expect([status, body.error?.details[0].path]).toEqual([400, 'headers.0.name']);
    expect(body.error.details[0].message).toContain(message);
  });

  it('rejects line breaks in headers', async () => {
    const { status } = await add({ url: URL_OK, headers: [{ name: 'x-a', value: 'a\r\nx-b: c' }] });
    expect(status).toBe(400);
  });

  it.each([
    'ftp://hooks.example.com/',
    'javascript:alert(1)',
    'hooks.example.com',
    'https://',
    'https://user:word@hooks.example.com/',
    'https://hooks.example.com/#part',
    'https://hooks.example.com/a b',
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://localhost/',
    'https://api.localhost:4000/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://[fd00::1]/',
    'http://8.8.8.8/',
  ])('rejects the URL %s', async (url) => {
    const { status, body } = await add({ url });
    // A host name over http may resolve to an allowed range: the connection decides.
    if (url === 'http://hooks.example.com/') return expect(status).toBe(201);
    expect([status, body.error?.code, body.error?.details[0].path]).toEqual([
      400,
      'validation_failed',
      'url',
    ]);
  });

  it('accepts a private range that the operator has allowed, also over http', async () => {
    const { status, body } = await add({ url: 'http://10.1.2.3:8080/in' });
    expect([status, body.endpoint?.url]).toEqual([201, 'http://10.1.2.3:8080/in']);
  });

  it('is limited to twenty per workspace, also under concurrent requests', async () => {
    const owner = await createWorkspace(server);
    const made = await Promise.all(
      Array.from({ length: 25 }, (_, index) => add({ url: `https://hooks.example.com/${index}` }, owner)),
    );
    const statuses = made.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(new Set(made.filter(({ status }) => status !== 201).map(({ body }) => body.error.code))).toEqual(
      new Set(['webhook_endpoint_limit_reached']),
    );
  });

  it('gets a new secret in addition to the old one, for the requested time', async () => {
    const { body } = await add({ url: URL_OK });
    const path = `/webhook-endpoints/${body.endpoint.id}/rotate-secret`;
    const day = await workspace.dashboard('POST', path, {});
    expect(day.body.secret).not.toBe(body.secret);
    const [fresh, old] = day.body.endpoint.secrets;
    expect([fresh.hint, fresh.expiresAt, old.hint]).toEqual([
      day.body.secret.slice(-4),
      null,
      body.secret.slice(-4),
    ]);
    const hours = (Date.parse(old.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const atOnce = await workspace.dashboard('POST', path, { overlapHours: 0 });
    expect(atOnce.body.endpoint.secrets).toHaveLength(1);
  });

  it('is sent to admins as an event without secrets', async () => {
    const since = (await workspace.dashboard('GET', '/session')).body.seq;
    await add({ url: URL_OK });
    const { body } = await workspace.dashboard('GET', `/events?since=${since}`);
    const [event] = body.events;
    expect(event).toMatchObject({
      name: 'webhook_endpoint.updated',
      payload: { url: URL_OK, state: 'active' },
    });
  });

  it('can be created by the operator, under the same rules', async () => {
    const admin = async (...argv: string[]) => {
      const outcome = await runAdmin([...argv, '--tenant', workspace.tenantId, '--json'], {
        config: server.container.config,
        readLine: async () => null,
        withRuntime: (use) => use({ databaseUrl: server.databaseUrl, secretKey: SECRET_KEY } as never),
      });
      return { exitCode: outcome.exitCode, result: JSON.parse(outcome.output) };
    };
    const events = ['--events', 'message.received'];
    const made = await admin('webhook', 'create', '--url', 'https://hooks.example.com/cli', ...events);
    expect(made).toEqual({
      exitCode: 0,
      result: { id: expect.stringMatching(/^whe_/), secret: expect.stringMatching(/^whsec_/) },
    });
    const { body } = await workspace.dashboard('GET', `/webhook-endpoints/${made.result.id}`);
    expect(body.events).toEqual(['message.received']);
    for (const wanted of [[], ['--events', 'all'], ['--events', '*']]) {
      const { result } = await admin(
        'webhook',
        'create',
        '--url',
        'https://hooks.example.com/all',
        ...wanted,
      );
      const { body } = await workspace.dashboard('GET', `/webhook-endpoints/${result.id}`);
      expect(body.events, 'also those of later versions').toEqual(['*']);
    }
    const rejected = await admin('webhook', 'create', '--url', 'https://127.0.0.1/');
    expect(rejected).toMatchObject({ exitCode: 1, result: { error: { code: 'validation_failed' } } });
    const unknown = await admin('webhook', 'create', '--url', URL_OK, '--events', 'contact.renamed');
    expect(unknown.exitCode).toBe(1);
  });
});
