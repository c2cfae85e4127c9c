import { describe, expect, it } from 'vitest';
import { makeApiKey } from '../../server/features/api-keys/api-key-token.ts';
import { createApiKey, revokeApiKey } from '../../server/features/api-keys/index.ts';
import { credentialsOf } from '../../server/features/channel/index.ts';
import { connectWorkspace } from '../helpers/platform.ts';
import {
  bearer,
  call,
  createWorkspace,
  OWNER_PASSWORD,
  SECRET_KEY,
  signIn,
  startTestServer,
  type TestServer,
} from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

const withHeader = (authorization: string | undefined) =>
  call(`${rig.server.url}/api/v1/contacts`, {
    headers: authorization === undefined ? {} : { authorization },
  });

describe('authentication by API key', () => {
  it('returns 401 for a key that is missing, malformed, unknown or mistyped, and says which', async () => {
    const { key } = rig.workspace;
    const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const stranger = makeApiKey(rig.workspace.tenantId);
    const { body: made } = await rig.workspace.dashboard('POST', '/api-keys', { name: 'deleted at once' });
    await rig.workspace.dashboard('DELETE', `/api-keys/${made.apiKey.id}`);
    const headers: [string | undefined, RegExp][] = [
      [undefined, /header is missing\..*Bearer svc_/],
      ['', /header is missing/],
      ['Bearer', /header is not valid: it is Bearer, one space/],
      [`Bearer${key}`, /header is not valid/],
      [`Bearer  ${key}`, /header is not valid/],
      [key, /header is not valid/],
      [`Basic ${key}`, /header is not valid/],
      [`Bearer ${mistyped}`, /not complete, or has a typo/],
      ['Bearer svc_x_y', /not complete, or has a typo/],
      ['Bearer hello', /not an API key: API keys start with svc_/],
      ['Bearer sk-svc-0123456789', /key of the model/],
      // Whether a key ever existed stays a secret.
      [`Bearer ${stranger}`, /^No API key matches: this one was deleted, or is of another server/],
      [`Bearer ${made.key}`, /^No API key matches: this one was deleted, or is of another server/],
    ];
    for (const [header, message] of headers) {
      const answer = await withHeader(header);
      expect(answer.status, String(header)).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect({ ...answer.body.error, requestId: '' }).toEqual({
        code: 'unauthorized',
        message: expect.stringMatching(message),
        details: [],
        requestId: '',
        docsUrl: expect.stringMatching(/\/docs\/errors#unauthorized$/),
      });
    }
    expect((await withHeader(`Bearer ${key}`)).status).toBe(200);
  });

  it('does not query the database for a string that cannot be a key', async () => {
    const { key } = rig.workspace;
    const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const asked = (tokens: string[], status: number) =>
      rig.server.countStatements(/FROM api_keys/, async () => {
        for (const token of tokens) expect((await withHeader(`Bearer ${token}`)).status).toBe(status);
      });
    const noKeys = [mistyped, 'svc_x_y', key.toUpperCase(), key.slice(0, -1), `${key}a`];
    expect(await asked(noKeys, 401)).toBe(0);
    expect(await asked([key], 200)).toBe(1);
  });

  it('fails on the first request after the key is revoked', async () => {
    const { body } = await rig.workspace.dashboard('POST', '/api-keys', { name: 'short-lived' });
    expect((await withHeader(`Bearer ${body.key}`)).status).toBe(200);
    expect((await rig.workspace.dashboard('DELETE', `/api-keys/${body.apiKey.id}`)).body).toEqual({
      id: body.apiKey.id,
      revoked: true,
    });
    expect((await withHeader(`Bearer ${body.key}`)).status).toBe(401);
    expect((await rig.workspace.dashboard('DELETE', `/api-keys/${body.apiKey.id}`)).status).toBe(404);
  });

  it('returns 403 with the missing permission', async () => {
    const { body } = await rig.workspace.dashboard('POST', '/api-keys', {
      name: 'reader',
      permissions: ['contacts:read'],
    });
    const headers = bearer(body.key);
    expect((await call(`${rig.server.url}/api/v1/contacts`, { headers })).status).toBe(200);
    const rejected = await call(`${rig.server.url}/api/v1/contacts`, {
      method: 'POST',
      body: { phone: '15550100001' },
      headers,
    });
    expect(rejected.status).toBe(403);
    expect(rejected.body.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('contacts:write'),
    });
    expect((await call(`${rig.server.url}/api/v1/messages/15550100001`, { headers })).status).toBe(403);
  });
});

describe('API keys', () => {
  it('are shown once in full, and afterwards by their last four characters', async () => {
    const { body } = await rig.workspace.dashboard('POST', '/api-keys', { name: 'billing' });
    expect(body.key).toMatch(new RegExp(`^svc_${rig.workspace.tenantId}_[0-9A-Za-z]{38}$`));
    expect(body.apiKey).toMatchObject({ hint: body.key.slice(-4), permissions: ['all'], lastUsedAt: null });
    const list = await rig.workspace.dashboard('GET', '/api-keys');
    expect(JSON.stringify(list.body)).not.toContain(body.key.slice(0, -4));
  });

  it('record when they were last used', async () => {
    const { body } = await rig.workspace.dashboard('POST', '/api-keys', { name: 'used' });
    await call(`${rig.server.url}/api/v1/contacts`, { headers: bearer(body.key) });
    const list = await rig.workspace.dashboard('GET', '/api-keys');
    const used = list.body.data.find((key: { id: string }) => key.id === body.apiKey.id);
    expect(Date.now() - Date.parse(used.lastUsedAt)).toBeLessThan(60_000);
  });

  it('store their last use when the server stops', async () => {
    const second = await startTestServer({}, rig.server);
    const { body } = await rig.workspace.dashboard('POST', '/api-keys', { name: 'used at the end' });
    await call(`${second.url}/api/v1/contacts`, { headers: bearer(body.key) });
    await second.stop();
    const list = await rig.workspace.dashboard('GET', '/api-keys');
    const used = list.body.data.find((key: { id: string }) => key.id === body.apiKey.id);
    expect(Date.now() - Date.parse(used.lastUsedAt)).toBeLessThan(60_000);
    await rig.workspace.dashboard('DELETE', `/api-keys/${body.apiKey.id}`);
  });

  it('stay valid when SECRET_KEY is rotated, and stored secrets stay readable', async () => {
    await connectWorkspace(rig.server, rig.workspace);
    const secret = { SECRET_KEY: 'the next secret, of thirty-two characters' };
    const rotated = await startTestServer({ ...secret, SECRET_KEY_PREVIOUS: SECRET_KEY }, rig.server);
    const forgetful = await startTestServer(secret, rig.server);
    try {
      const at = async (other: TestServer, key: string) =>
        (await call(`${other.url}/api/v1/contacts`, { headers: bearer(key) })).status;
      expect(await at(rotated, rig.workspace.key)).toBe(200);
      expect(await at(forgetful, rig.workspace.key)).toBe(401);
      expect(await credentialsOf(rotated.container.contextFor(rig.workspace.scope))).toEqual(
        await credentialsOf(rig.server.container.contextFor(rig.workspace.scope)),
      );
      const made = await createApiKey(rotated.container.contextFor(rig.workspace.scope), {
        name: 'new',
        permissions: ['all'],
      });
      expect([await at(rotated, made.key), await at(forgetful, made.key)]).toEqual([200, 200]);
      await revokeApiKey(rotated.container.contextFor(rig.workspace.scope), made.apiKey.id);
    } finally {
      await rotated.stop();
      await forgetful.stop();
    }
  });

  it('are limited to ten, also under concurrent requests', async () => {
    const crowded = await createWorkspace(rig.server);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        crowded.dashboard('POST', '/api-keys', { name: `key ${index}` }),
      ),
    );
    // createWorkspace created one.
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(9);
    expect(
      new Set(answers.filter((answer) => answer.status !== 201).map((answer) => answer.body.error.code)),
    ).toEqual(new Set(['key_limit_reached']));
    expect((await crowded.dashboard('GET', '/api-keys')).body.data).toHaveLength(10);
  });

  it('are not accessible to staff', async () => {
    await rig.workspace.addMember({
      name: 'Stan',
      email: 'stan@example.test',
      password: OWNER_PASSWORD,
      role: 'staff',
    });
    const cookie = await signIn(rig.server, 'stan@example.test', OWNER_PASSWORD);
    for (const [method, path] of [
      ['GET', '/api-keys'],
      ['POST', '/api-keys'],
      ['DELETE', '/api-keys/key_x'],
      ['GET', '/members'],
      ['GET', '/parked-items'],
    ]) {
      const answer = await call(`${rig.server.url}/api/dashboard${path}`, {
        method: method ?? '',
        headers: { cookie },
      });
      expect(answer.status, `${method} ${path}`).toBe(403);
    }
    expect((await call(`${rig.server.url}/api/dashboard/contacts`, { headers: { cookie } })).status).toBe(
      200,
    );
  });

  it('are in no log line, even when a request fails', async () => {
    await call(`${rig.server.url}/api/v1/contacts?search=${rig.workspace.key}`, {
      headers: bearer(rig.workspace.key),
    });
    rig.server.container.logger.error(
      { err: new Error(`bad key ${rig.workspace.key}`), password: 'hunter22' },
      `saw ${rig.workspace.key}`,
    );
    const secret = rig.workspace.key.slice(-30);
    expect(rig.server.logs.filter((line) => line.includes(secret) || line.includes('hunter22'))).toEqual([]);
    expect(rig.server.logs.some((line) => line.includes('[redacted]'))).toBe(true);
  });
});
