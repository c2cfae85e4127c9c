import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { CREATE_TENANT, setUpAdmin } from '../helpers/admin.ts';
import { bearer, call, signIn } from '../helpers/test-server.ts';

const rig = setUpAdmin();
const { admin, ok, fails } = rig;

describe('secrets', () => {
  it('are read from standard input when given as -, one line each, in the order of the help page', async () => {
    const argv = [
      'tenant',
      'create',
      '--name',
      'Acme',
      '--owner-email',
      'stdin@example.test',
      '--owner-password',
      '-',
    ];
    const made = await admin([...argv, '--json'], {}, ['a long password']);
    expect(made).toMatchObject({ exitCode: 0 });
    await signIn(rig.server, 'stdin@example.test', 'a long password');
    const { tenantId } = JSON.parse(made.output);
    const { appId, appSecret, accessToken, wabaId, phoneNumberId } = demoAccount;
    const set = `cloud-api set --json --tenant ${tenantId} --app-id ${appId} --app-secret - --access-token - --waba-id ${wabaId} --phone-number-id ${phoneNumberId}`;
    expect(await admin(set, {}, [appSecret, accessToken])).toMatchObject({ exitCode: 0 });
    const none = await admin([...argv, '--json']);
    expect(JSON.parse(none.output).error.details).toEqual([
      { path: '--owner-password', message: expect.any(String) },
    ]);
  });
});

describe('key create, key revoke', () => {
  it('takes effect on the next request to the running server', async () => {
    const { tenantId } = await ok(`${CREATE_TENANT} keys@example.test`);
    const made = await ok(`key create --tenant ${tenantId} --name ci --json`);
    expect(Object.keys(made)).toEqual(['id', 'key']);
    const ask = () => call(`${rig.server.url}/api/v1/contacts`, { headers: bearer(made.key) });
    expect((await ask()).status).toBe(200);
    expect(await ok(`key revoke --tenant ${tenantId} --id ${made.id} --json`)).toEqual({
      id: made.id,
      revoked: true,
    });
    expect((await ask()).status).toBe(401);
    expect(await fails(`key revoke --tenant ${tenantId} --id ${made.id} --json`)).toMatchObject({
      code: 'api_key_not_found',
    });
  });

  it('accepts a comma-separated list of permissions, and rejects an 11th key', async () => {
    const { tenantId } = await ok(`${CREATE_TENANT} limit@example.test`);
    const key = `key create --tenant ${tenantId} --name ci --json`;
    const made = await ok(`${key} --permissions contacts:read,messages:send`);
    const headers = bearer(made.key);
    expect((await call(`${rig.server.url}/api/v1/contacts`, { headers })).status).toBe(200);
    const body = { name: 'Ann', phone: '15550001111' };
    expect((await call(`${rig.server.url}/api/v1/contacts`, { method: 'POST', body, headers })).status).toBe(
      403,
    );
    for (let count = 1; count < 10; count += 1) await ok(key);
    expect(await fails(key)).toMatchObject({ code: 'key_limit_reached' });
  });
});

describe('cloud-api set', () => {
  const { appId, appSecret, accessToken, wabaId, phoneNumberId } = demoAccount;
  const good: Record<string, string> = { appId, appSecret, accessToken, wabaId, phoneNumberId };
  let tenantId = '';
  beforeAll(async () => {
    tenantId = (await ok(`${CREATE_TENANT} channel@example.test`)).tenantId;
  });
  const set = (change: Record<string, string>) => {
    const given = Object.entries({ ...good, ...change });
    return [
      ...['cloud-api', 'set', '--json', '--tenant', tenantId],
      ...given.flatMap(([field, value]) => [
        `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        value,
      ]),
    ];
  };

  it.each([
    ['accessToken', '--access-token', 'wrong'],
    ['appSecret', '--app-secret', 'wrong'],
    ['phoneNumberId', '--phone-number-id', '800000000000009'],
    ['wabaId', '--waba-id', '900000000000009'],
  ])('verifies with the platform, and names the wrong field: %s', async (field, flag, value) => {
    expect(await fails(set({ [field]: value }))).toMatchObject({
      code: 'validation_failed',
      details: [{ path: flag }],
    });
  });

  it('stores verified credentials, and unverified ones with --no-verify', async () => {
    expect(await ok(set({}))).toMatchObject({ verified: true, verifiedName: 'Depot & Daughters' });
    expect(await ok([...set({ accessToken: 'not-yet' }), '--no-verify'])).toMatchObject({ verified: false });
  });

  it('reports an unreachable platform, and suggests --no-verify', async () => {
    const error = await fails(set({}), { GRAPH_URL: 'http://127.0.0.1:9' });
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('--no-verify') });
  });
});
