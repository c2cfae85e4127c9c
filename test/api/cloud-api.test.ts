import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsOf } from '../../server/features/channel/index.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  call,
  createWorkspace,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

const { appId, appSecret, accessToken, wabaId, phoneNumberId } = demoAccount;
const good = { appId, appSecret, accessToken, wabaId, phoneNumberId };
const account = `/accounts/${phoneNumberId}`;

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url });
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  expect(trippedStatements).toEqual([]);
});

const save = (workspace: TestWorkspace, change: object = {}) =>
  workspace.dashboard('PUT', '/cloud-api/credentials', { ...good, ...change });
const see = async (workspace: TestWorkspace) => (await workspace.dashboard('GET', '/cloud-api')).body;

describe('save & verify', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await createWorkspace(server);
  });

  it.each([
    ['appId', '300000000000099', /belongs to app 300000000000001/],
    ['appSecret', 'not-the-secret', /not the secret of app 300000000000001/],
    ['accessToken', 'not-a-token', /Generate a new one/],
    ['wabaId', '900000000000099', /made for 900000000000001/],
    ['wabaId', '200000000000001', /business portfolio/],
    ['wabaId', phoneNumberId, /is a phone number ID/],
    ['phoneNumberId', '800000000000099', /The account has: 800000000000001/],
    ['phoneNumberId', wabaId, /is the id of the account/],
    ['phoneNumberId', '15550109000', /its ID, which is 800000000000001|ID, which is 800000000000001/],
  ])('reports only the error in %s = %s', async (field, value, words) => {
    const { status, body } = await save(workspace, { [field]: value });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.error.code).toBe('validation_failed');
    expect(body.error.details).toEqual([{ path: field, message: expect.stringMatching(words) }]);
    expect(await see(workspace)).toMatchObject({
      channel: { state: 'not_connected' },
      credentials: { appId: null, savedAt: null },
    });
  });

  it('reports two wrong fields at once', async () => {
    const { body } = await save(workspace, { appSecret: 'not-the-secret', wabaId: '900000000000099' });
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(['appSecret', 'wabaId']);
  });

  it('names the permissions that a token lacks', async () => {
    await platform.control('PATCH', account, { tokenScopes: ['whatsapp_business_management'] });
    const { body } = await save(workspace);
    expect(body.error.details).toEqual([
      { path: 'accessToken', message: expect.stringContaining('whatsapp_business_messaging') },
    ]);
    await platform.control('PATCH', account, {
      tokenScopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
    });
  });

  it('rejects an expired token', async () => {
    await platform.control('PATCH', account, { tokenExpiresAt: Math.floor(Date.now() / 1_000) - 60 });
    const { body } = await save(workspace);
    expect(body.error.details).toEqual([
      { path: 'accessToken', message: expect.stringMatching(/^expired on \d{4}-\d\d-\d\d at/) },
    ]);
    await platform.control('PATCH', account, { tokenExpiresAt: 0 });
  });

  it('stores valid credentials, returns no secret, and keeps a secret that is left empty', async () => {
    const { status, body } = await save(workspace);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.warnings).toEqual([]);
    expect(body.cloudApi).toMatchObject({
      channel: { state: 'connected', reason: null },
      credentials: {
        appId,
        appSecret: { set: true, endsIn: appSecret.slice(-4) },
        accessToken: { set: true, endsIn: accessToken.slice(-4) },
        wabaId,
        phoneNumberId,
        isReadable: true,
      },
      number: { displayPhoneNumber: '+1 555-010-9000', quality: 'GREEN', isRegistered: true },
      tokenExpiresAt: null,
    });
    const again = await workspace.dashboard('PUT', '/cloud-api/credentials', {
      appId,
      wabaId,
      phoneNumberId,
    });
    expect(again.status).toBe(200);
    expect(await credentialsOf(server.container.contextFor(workspace.scope))).toEqual(good);
  });

  it('warns of a temporary token with its expiry time', async () => {
    const ends = Math.floor(Date.now() / 1_000) + 86_400;
    await platform.control('PATCH', account, { tokenExpiresAt: ends });
    const { status, body } = await save(workspace);
    const time = new Date(ends * 1_000).toISOString();
    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      { path: 'accessToken', message: expect.stringContaining(time.slice(0, 16).replace('T', ' at ')) },
    ]);
    expect(body.cloudApi.tokenExpiresAt).toBe(time);
    await platform.control('PATCH', account, { tokenExpiresAt: 0 });
  });

  it('requires a secret if none is stored', async () => {
    const other = await createWorkspace(server);
    const { status, body } = await other.dashboard('PUT', '/cloud-api/credentials', {
      appId,
      wabaId,
      phoneNumberId,
    });
    expect(status).toBe(400);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'appSecret',
      'accessToken',
    ]);
  });

  it('exposes no secret in a response, a log line, an event or the audit log', async () => {
    const state = JSON.stringify([
      await see(workspace),
      (await workspace.dashboard('GET', '/session')).body,
      (await workspace.dashboard('GET', '/events?since=0')).body,
      (await workspace.dashboard('GET', '/audit-log')).body,
      (await save(workspace, { accessToken: 'EAA-secret-that-is-wrong' })).body,
    ]);
    for (const secret of [appSecret, accessToken, 'EAA-secret-that-is-wrong']) {
      expect(state).not.toContain(secret);
      expect(server.logs.join('\n')).not.toContain(secret);
    }
  });

  it('is for owners and admins; staff can read only the state', async () => {
    const email = 'staff@cloud-api.test';
    await workspace.addMember({
      name: 'S',
      email,
      password: 'long enough',
      role: 'staff',
    });
    const headers = { cookie: await signIn(server, email, 'long enough') };
    const ask = (method: string, path: string, body?: unknown) =>
      call(`${server.url}/api/dashboard${path}`, { method, body, headers });
    expect((await ask('GET', '/cloud-api')).status).toBe(403);
    expect((await ask('PUT', '/cloud-api/credentials', good)).status).toBe(403);
    expect((await ask('GET', '/cloud-api/state')).body).toEqual({
      channel: { state: 'connected', since: expect.any(String), reason: null },
      waiting: 0,
    });
  });

  it('keeps tenants apart', async () => {
    const other = await createWorkspace(server);
    expect(await see(other)).toMatchObject({
      channel: { state: 'not_connected' },
      credentials: { appId: null, appSecret: { set: false } },
      number: null,
      setup: { appId: null, accessToken: { set: false } },
    });
  });
});

describe('a platform that does not respond', () => {
  let silent: Server;
  let away: TestServer;
  beforeAll(async () => {
    silent = createServer((request) => request.socket.destroy());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    away = await startTestServer({ GRAPH_URL: `http://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await away.stop();
    silent.close();
  });

  it('stores nothing, unless asked to skip the check', async () => {
    const workspace = await createWorkspace(away);
    const { status, body, headers } = await save(workspace);
    expect(status).toBe(503);
    expect(body.error.code).toBe('platform_unreachable');
    expect(headers.get('retry-after'), 'a minute, as the message says').toBe('60');
    expect((await see(workspace)).credentials.savedAt).toBeNull();
    const unchecked = await save(workspace, { unchecked: true });
    expect(unchecked.status).toBe(200);
    expect(unchecked.body.cloudApi).toMatchObject({
      channel: {
        state: 'platform_unreachable',
        reason: { message: expect.stringContaining('without verifying') },
      },
      credentials: { phoneNumberId },
    });
    expect(unchecked.body.cloudApi.checks.every((check: { succeededAt: null }) => !check.succeededAt)).toBe(
      true,
    );
  });

  it('returns 503 for a check, and marks no check as failed', async () => {
    const workspace = await createWorkspace(away);
    await save(workspace, { unchecked: true });
    expect((await workspace.dashboard('POST', '/cloud-api/checks')).status).toBe(503);
    const { checks } = await see(workspace);
    expect(checks.filter((check: { failedAt: string | null }) => check.failedAt)).toEqual([]);
  });
});

describe('the subscription of the app', () => {
  const checkOf = (body: { cloudApi: { checks: { name: string }[] } }) =>
    body.cloudApi.checks.find(({ name }) => name === 'subscription');

  it('is checked when the credentials are saved', async () => {
    const workspace = await createWorkspace(server);
    await platform.control('PATCH', account, { subscribed: false });
    const without = await save(workspace);
    expect(without.status).toBe(200);
    expect(without.body.cloudApi.channel.state).toBe('connected');
    expect(checkOf(without.body)).toMatchObject({ succeededAt: null, failedAt: expect.any(String) });
    expect(JSON.stringify(checkOf(without.body))).toContain('Subscribe it');
    await platform.control('PATCH', account, { subscribed: true });
    const subscribed = checkOf((await save(workspace)).body);
    expect(subscribed).toMatchObject({ succeededAt: expect.any(String) });
    expect(JSON.stringify(subscribed)).not.toContain('Subscribe it');
  });

  it('is not checked yet when the platform answers everything but that, and the credentials are saved', async () => {
    const forgetful = createServer(async (request, response) => {
      if (request.url?.includes('/subscribed_apps')) {
        request.socket.destroy();
        return;
      }
      const authorization = request.headers.authorization ?? '';
      const answer = await fetch(`${platform.url}${request.url}`, { headers: { authorization } });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    });
    await new Promise<void>((resolve) => forgetful.listen(0, '127.0.0.1', resolve));
    const { port } = forgetful.address() as AddressInfo;
    const other = await startTestServer({ GRAPH_URL: `http://127.0.0.1:${port}` });
    try {
      const workspace = await createWorkspace(other);
      const { status, body } = await save(workspace);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.cloudApi.channel.state).toBe('connected');
      expect(checkOf(body)).toMatchObject({ succeededAt: null, failedAt: null });
    } finally {
      await other.stop();
      forgetful.close();
    }
  });
});

describe('checks', () => {
  it('finds new problems, with advice', async () => {
    const workspace = await createWorkspace(server);
    expect((await workspace.dashboard('POST', '/cloud-api/checks')).status).toBe(409);
    await save(workspace);
    await platform.control('PATCH', account, {
      subscribed: false,
      quality: 'YELLOW',
      messagingLimit: 'TIER_250',
    });
    const { status, body } = await workspace.dashboard('POST', '/cloud-api/checks');
    expect(status, JSON.stringify(body)).toBe(200);
    const byName = Object.fromEntries(body.checks.map((one: { name: string }) => [one.name, one]));
    expect(byName.subscription.fault.message).toContain('Subscribe it');
    for (const name of ['app', 'token', 'account', 'number', 'registration'])
      expect(byName[name], name).toMatchObject({ succeededAt: expect.any(String), fault: null });
    expect(byName.event).toMatchObject({ succeededAt: null, failedAt: null });
    expect(body.number).toMatchObject({ quality: 'YELLOW', messagingLimit: 'TIER_250' });
    await platform.control('PATCH', account, {
      subscribed: true,
      quality: 'GREEN',
      messagingLimit: 'TIER_2K',
    });
  });

  it('is also updated by notices of the platform', async () => {
    const workspace = await createWorkspace(server);
    await save(workspace);
    await platform.control('POST', `${account}/webhook`, {
      callbackUrl: (await see(workspace)).callback.url.replace(/^http:\/\/[^/]+/, server.url),
      verifyToken: workspace.verifyToken,
    });
    await platform.control('PATCH', account, { messagingLimit: 'TIER_10K', quality: 'RED' });
    await platform.control('POST', `${account}/notices`, {
      field: 'phone_number_quality_update',
      value: { display_phone_number: '15550109000', event: 'FLAGGED', current_limit: 'TIER_10K' },
    });
    await eventually(async () => (await see(workspace)).number.messagingLimit === 'TIER_10K');
    await platform.control('POST', `${account}/notices`, {
      field: 'account_update',
      value: { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
    });
    const standing = await eventually(async () => {
      const { checks } = await see(workspace);
      return checks.find((one: { name: string; fault: unknown }) => one.name === 'standing' && one.fault);
    });
    expect(standing.fault.message).toContain('disabled this account');
    expect((await see(workspace)).channel.state, 'only a response to our own request changes the state').toBe(
      'connected',
    );
    await eventually(async () => {
      const { events } = (await workspace.dashboard('GET', '/events?since=0')).body;
      return events.filter(({ name }: { name: string }) => name === 'channel.updated').length >= 5;
    });
    const other = { display_phone_number: '15550100000', event: 'FLAGGED' };
    await platform.control('POST', `${account}/notices`, {
      field: 'phone_number_quality_update',
      value: other,
    });
    await eventually(async () =>
      (await workspace.dashboard('GET', '/parked-items')).body.data.find((item: { reason: string }) =>
        item.reason.includes('is not the number'),
      ),
    );
    await platform.control('PATCH', account, { messagingLimit: 'TIER_2K', quality: 'GREEN' });
  });
});
