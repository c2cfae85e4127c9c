import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  type Answer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

const { appId, appSecret, accessToken, wabaId } = demoAccount;
/** A second, unregistered number of the same account. */
const NEW_NUMBER = '800000000000002';
const account = `/accounts/${NEW_NUMBER}`;

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url, PUBLIC_URL: 'http://127.0.0.1:1' });
  workspace = await createWorkspace(server);
  await platform.control('POST', '/accounts', {
    ...{ appId, appSecret, accessToken, wabaId },
    phoneNumberId: NEW_NUMBER,
    displayPhoneNumber: '+1 555-010-9002',
    verifiedName: 'Depot, second',
    registered: false,
    subscribed: false,
  });
  await platform.control('PATCH', account, { verified: false });
  await platform.control('PATCH', `/accounts/${demoAccount.phoneNumberId}`, { subscribed: false });
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  expect(trippedStatements).toEqual([]);
});

const put = (step: string, body: object): Promise<Answer> =>
  workspace.dashboard('PUT', `/cloud-api/setup/${step}`, body);
const post = (path: string, body?: object): Promise<Answer> =>
  workspace.dashboard('POST', `/cloud-api/${path}`, body ?? {});
const see = async () => (await workspace.dashboard('GET', '/cloud-api')).body;
const codeOnPhone = async () => (await platform.control('GET', account)).body.standing.code.value;

function errorOf({ status, body }: Answer) {
  return { status, code: body.error.code, path: body.error.details[0]?.path, message: body.error.message };
}

describe('connecting a number, step by step', () => {
  it('verifies the app before storing it', async () => {
    const wrong = await put('app', { appId, appSecret: 'something-else' });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.details).toEqual([
      { path: 'appSecret', message: expect.stringContaining('App settings, Basic') },
    ]);
    expect((await put('app', { appId: '300000000000077', appSecret })).body.error.details[0].path).toBe(
      'appId',
    );
    expect((await see()).setup.appId).toBeNull();
    const { status, body } = await put('app', { appId, appSecret });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.setup).toMatchObject({ appId, appSecret: { set: true, endsIn: 'e7d6' }, step: 'token' });
    expect(body.channel.state, 'nothing is live yet').toBe('not_connected');
  });

  it('asks for a skipped step', async () => {
    const { status, body } = await put('account', { wabaId });
    expect(status).toBe(400);
    expect(body.error.details).toEqual([{ path: 'accessToken', message: expect.stringContaining('first') }]);
  });

  it('verifies the token and the account', async () => {
    expect((await put('token', { accessToken: 'not-a-token' })).body.error.details[0].path).toBe(
      'accessToken',
    );
    expect((await put('token', { accessToken })).body).toMatchObject({
      cloudApi: { setup: { step: 'account' } },
      warnings: [],
    });
    expect((await put('account', { wabaId: `2${wabaId.slice(1)}` })).body.error.details[0].message).toContain(
      'business portfolio',
    );
    expect((await put('account', { wabaId })).body.setup).toMatchObject({ wabaId, step: 'number' });
  });

  it('resumes at the stored step, and keeps a secret that is left empty', async () => {
    await put('step', { step: 'token' });
    expect((await see()).setup.step).toBe('token');
    expect((await put('token', {})).body.cloudApi.setup, 'a secret that is left empty is kept').toMatchObject(
      {
        step: 'account',
        accessToken: { set: true },
      },
    );
  });

  it('lists the numbers and stores the chosen one', async () => {
    const { body } = await workspace.dashboard('GET', '/cloud-api/numbers');
    expect(body.data).toEqual([
      expect.objectContaining({ id: demoAccount.phoneNumberId, isVerified: true, isRegistered: true }),
      {
        id: NEW_NUMBER,
        displayPhoneNumber: '+1 555-010-9002',
        verifiedName: 'Depot, second',
        quality: 'GREEN',
        messagingLimit: 'TIER_2K',
        isVerified: false,
        isRegistered: false,
        hasPin: false,
      },
    ]);
    const taken = await put('number', { phoneNumberId: NEW_NUMBER });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect(taken.body).toMatchObject({
      channel: { state: 'connected' },
      credentials: { phoneNumberId: NEW_NUMBER },
      setup: { step: 'code' },
    });
    const registration = taken.body.checks.find(({ name }: { name: string }) => name === 'registration');
    expect(registration.fault.message).toContain('Register it');
  });

  it('sends a code, rejects a wrong one, and accepts the right one', async () => {
    expect(errorOf(await post('number/registration', { pin: '135790' }))).toMatchObject({
      status: 409,
      code: 'platform_refused',
      message: expect.stringContaining('verified first'),
    });
    expect((await post('number/code-requests', { method: 'SMS' })).status).toBe(201);
    const code = await codeOnPhone();
    const wrong = code === '111111' ? '222222' : '111111';
    expect(errorOf(await post('number/code', { code: wrong }))).toMatchObject({
      status: 409,
      path: 'code',
      message: expect.stringContaining('wrong or has expired'),
    });
    expect((await post('number/code', { code: '12' })).status).toBe(400);
    const { status, body } = await post('number/code', { code: `${code.slice(0, 3)}-${code.slice(3)}` });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.number.isVerified).toBe(true);
  });

  it('reports too many code requests', async () => {
    for (let asked = 0; asked < 4; asked += 1)
      expect((await post('number/code-requests', { method: 'VOICE', language: 'en_US' })).status).toBe(201);
    expect(errorOf(await post('number/code-requests', { method: 'VOICE' }))).toMatchObject({
      status: 409,
      message: expect.stringContaining('Too many codes'),
    });
  });

  it('registers with the existing PIN, and does not register twice', async () => {
    await platform.control('PATCH', account, { pin: '246810' });
    expect(errorOf(await post('number/registration', { pin: '135790' }))).toMatchObject({
      status: 409,
      path: 'pin',
      message: expect.stringContaining('two-step verification'),
    });
    const { status, body } = await post('number/registration', { pin: '246810' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.number).toMatchObject({ isRegistered: true, hasPin: true });
    const registered = async () =>
      (await platform.control('GET', '/calls')).body.data.filter((one: { path: string }) =>
        one.path.endsWith('/register'),
      ).length;
    const before = await registered();
    expect((await post('number/registration', { pin: '999999' })).status).toBe(200);
    expect(await registered()).toBe(before);
  });

  it('reports a lockout after wrong PINs', async () => {
    await platform.control('PATCH', account, { registered: false });
    let last = '';
    for (let tries = 0; tries < 6; tries += 1)
      last = (await post('number/registration', { pin: '000000' })).body.error.message;
    expect(last).toContain('60 minutes');
    await platform.control('PATCH', account, { registered: true });
  });

  it('renews the verify token and rejects the old one', async () => {
    const { callback } = await see();
    const ask = (token: string) =>
      call(
        `${server.url}/api/v1/webhook/${workspace.tenantId}?hub.mode=subscribe&hub.challenge=7&hub.verify_token=${token}`,
      );
    expect((await ask(callback.verifyToken)).body).toBe(7);
    const seen = () =>
      eventually(async () => {
        const { checks } = await see();
        const check = checks.find(({ name }: { name: string }) => name === 'callback');
        return (check.succeededAt || check.failedAt) && check;
      });
    expect((await seen()).fault).toBeNull();
    const renewed = (await post('verify-token')).body.callback.verifyToken;
    expect(renewed).not.toBe(callback.verifyToken);
    expect((await ask(callback.verifyToken)).status).toBe(403);
    expect((await ask(renewed)).status).toBe(200);
    // Anyone can send a wrong token, so it is no problem of the channel (SEC-44).
    expect((await seen()).fault).toBeNull();
    const { data } = (await workspace.dashboard('GET', '/audit-log')).body;
    expect(data[0].action).toBe('cloud_api.verify_token_renewed');
    expect(JSON.stringify(data)).not.toContain(renewed);
  });

  it('subscribes and confirms it, and reports an address that the platform cannot verify', async () => {
    const rejected = errorOf(await post('subscription', { override: true }));
    expect(rejected).toMatchObject({
      status: 409,
      path: 'override',
      message: expect.stringContaining('127.0.0.1:1'),
    });
    const { status, body } = await post('subscription', {});
    expect(status, JSON.stringify(body)).toBe(200);
    const calls = (await platform.control('GET', '/calls')).body.data.filter(
      ({ method, path }: { method: string; path: string }) =>
        method === 'POST' && path.endsWith('/subscribed_apps'),
    );
    const subscribing = { path: `/v21.0/${wabaId}/subscribed_apps`, status: 200 };
    // Without a body: one would be an address of the account's own, as in the second call.
    expect(calls).toEqual([
      expect.not.objectContaining({ body: expect.anything() }),
      expect.objectContaining({
        body: expect.objectContaining({ override_callback_uri: expect.any(String) }),
      }),
      expect.not.objectContaining({ body: expect.anything() }),
    ]);
    expect(calls.at(-1)).toMatchObject(subscribing);
    const check = body.checks.find(({ name }: { name: string }) => name === 'subscription');
    expect(check).toMatchObject({ succeededAt: expect.any(String), fault: null });
  });

  it('adds a number to the account, which then has to be verified', async () => {
    const number = { phone: '+49 170 1234567', displayName: 'Depot Berlin' };
    const added = await post('numbers', number);
    expect(added).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^\d+$/) } });
    const { body } = await workspace.dashboard('GET', '/cloud-api/numbers');
    expect(body.data.at(-1)).toMatchObject({
      id: added.body.id,
      displayPhoneNumber: '+49 1701234567',
      verifiedName: 'Depot Berlin',
      isVerified: false,
      isRegistered: false,
    });
    expect(errorOf(await post('numbers', number))).toMatchObject({ status: 409, code: 'platform_refused' });
    expect(errorOf(await post('numbers', { ...number, phone: '12' }))).toMatchObject({
      status: 400,
      path: 'phone',
    });
    const log = (await workspace.dashboard('GET', '/audit-log')).body.data;
    expect(log.filter(({ action }: { action: string }) => action === 'cloud_api.number_added')).toMatchObject(
      [{ target: { label: '+491701234567' } }],
    );
  });

  it('is finished, remembers skipped steps, and can be restarted without changing live settings', async () => {
    await put('step', { step: 'subscribe' });
    expect((await put('step', { step: 'proof', skipped: 'subscribe' })).body.setup.skipped).toEqual([
      'subscribe',
    ]);
    await put('step', { step: 'subscribe' });
    expect((await put('step', { step: null })).body.setup).toMatchObject({ step: null, skipped: [] });
    await put('app', { appId, appSecret });
    expect((await see()).credentials.phoneNumberId).toBe(NEW_NUMBER);
  });
});
