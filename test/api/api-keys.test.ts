import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  call,
  createWorkspace,
  OWNER_PASSWORD,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const withHeader = (authorization: string | undefined) =>
  call(`${server.url}/api/v1/contacts`, { headers: authorization === undefined ? {} : { authorization } });

describe('authentication by key', () => {
  it('answers 401, always alike, for a key that is missing, malformed, unknown or mistyped', async () => {
    const { key } = workspace;
    const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const headers = [
      undefined,
      '',
      'Bearer',
      `Bearer${key}`,
      `Bearer  ${key}`,
      key,
      `Basic ${key}`,
      `Bearer ${mistyped}`,
      'Bearer svc_x_y',
    ];
    for (const header of headers) {
      const answer = await withHeader(header);
      expect(answer.status, String(header)).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect({ ...answer.body.error, requestId: '' }).toEqual({
        code: 'unauthorized',
        message: 'A valid API key is required: Authorization: Bearer <key>.',
        details: [],
        requestId: '',
      });
    }
    expect((await withHeader(`Bearer ${key}`)).status).toBe(200);
  });

  it('ends with the revocation, for the very next request', async () => {
    const { body } = await workspace.dashboard('POST', '/api-keys', { name: 'short-lived' });
    expect((await withHeader(`Bearer ${body.key}`)).status).toBe(200);
    expect((await workspace.dashboard('DELETE', `/api-keys/${body.apiKey.id}`)).body).toEqual({
      id: body.apiKey.id,
      revoked: true,
    });
    expect((await withHeader(`Bearer ${body.key}`)).status).toBe(401);
    expect((await workspace.dashboard('DELETE', `/api-keys/${body.apiKey.id}`)).status).toBe(404);
  });

  it('answers 403, naming the permission, when the key lacks it', async () => {
    const { body } = await workspace.dashboard('POST', '/api-keys', {
      name: 'reader',
      permissions: ['contacts:read'],
    });
    const headers = bearer(body.key);
    expect((await call(`${server.url}/api/v1/contacts`, { headers })).status).toBe(200);
    const refused = await call(`${server.url}/api/v1/contacts`, {
      method: 'POST',
      body: { phone: '15550100001' },
      headers,
    });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('contacts:write'),
    });
    expect((await call(`${server.url}/api/v1/messages/15550100001`, { headers })).status).toBe(403);
  });
});

describe('keys', () => {
  it('are shown whole once; afterwards only by their last four characters', async () => {
    const { body } = await workspace.dashboard('POST', '/api-keys', { name: 'billing' });
    expect(body.key).toMatch(new RegExp(`^svc_${workspace.tenantId}_[0-9A-Za-z]{38}$`));
    expect(body.apiKey).toMatchObject({ hint: body.key.slice(-4), permissions: ['all'], lastUsedAt: null });
    const list = await workspace.dashboard('GET', '/api-keys');
    expect(JSON.stringify(list.body)).not.toContain(body.key.slice(0, -4));
  });

  it('remember when they were last used', async () => {
    const { body } = await workspace.dashboard('POST', '/api-keys', { name: 'used' });
    await call(`${server.url}/api/v1/contacts`, { headers: bearer(body.key) });
    const list = await workspace.dashboard('GET', '/api-keys');
    const used = list.body.data.find((key: { id: string }) => key.id === body.apiKey.id);
    expect(Date.now() - Date.parse(used.lastUsedAt)).toBeLessThan(60_000);
  });

  it('are never more than ten, however many are asked for at once', async () => {
    const crowded = await createWorkspace(server);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        crowded.dashboard('POST', '/api-keys', { name: `key ${index}` }),
      ),
    );
    // One was made with the workspace.
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(9);
    expect(
      new Set(answers.filter((answer) => answer.status !== 201).map((answer) => answer.body.error.code)),
    ).toEqual(new Set(['key_limit_reached']));
    expect((await crowded.dashboard('GET', '/api-keys')).body.data).toHaveLength(10);
  });

  it('are closed to staff', async () => {
    await workspace.dashboard('POST', '/members', {
      name: 'Stan',
      email: 'stan@example.test',
      password: OWNER_PASSWORD,
      role: 'staff',
    });
    const cookie = await signIn(server, 'stan@example.test', OWNER_PASSWORD);
    for (const [method, path] of [
      ['GET', '/api-keys'],
      ['POST', '/api-keys'],
      ['DELETE', '/api-keys/key_x'],
      ['GET', '/members'],
      ['GET', '/parked-items'],
    ]) {
      const answer = await call(`${server.url}/api/dashboard${path}`, {
        method: method ?? '',
        headers: { cookie },
      });
      expect(answer.status, `${method} ${path}`).toBe(403);
    }
    expect((await call(`${server.url}/api/dashboard/contacts`, { headers: { cookie } })).status).toBe(200);
  });

  it('reach no log line, not even in a failing request', async () => {
    await call(`${server.url}/api/v1/contacts?search=${workspace.key}`, { headers: bearer(workspace.key) });
    server.container.logger.error(
      { err: new Error(`bad key ${workspace.key}`), password: 'hunter22' },
      `saw ${workspace.key}`,
    );
    const secret = workspace.key.slice(-30);
    expect(server.logs.filter((line) => line.includes(secret) || line.includes('hunter22'))).toEqual([]);
    expect(server.logs.some((line) => line.includes('[redacted]'))).toBe(true);
  });
});

describe('the rate limit', () => {
  it('answers 429 with Retry-After past the limit, and still 401 to a bad key', async () => {
    const limited = await startTestServer({ RATE_LIMIT_KEY_PER_MINUTE: '5' });
    try {
      const own = await createWorkspace(limited);
      const answers = [];
      for (let index = 0; index < 6; index += 1) answers.push(await own.api('GET', '/contacts'));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(answers[0]?.headers.get('ratelimit-policy')).toContain('"key";q=5;w=60');
      expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"key";r=4;t=\d+/);
      expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answers[5]?.body.error.code).toBe('rate_limited');
      const bad = await call(`${limited.url}/api/v1/contacts`, { headers: bearer('svc_bad') });
      expect(bad.status).toBe(401);
    } finally {
      await limited.stop();
    }
  });
});
