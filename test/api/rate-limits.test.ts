import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectWorkspace, envelope, postCallback, textMessage } from '../helpers/platform.ts';
import {
  type Answer,
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
} from '../helpers/test-server.ts';

let server: TestServer;
afterEach(() => server.stop());

const ask = (key: string) => call(`${server.url}/api/v1/contacts`, { headers: bearer(key) });
const times = async (count: number, work: () => Promise<Answer>) => {
  const answers = [];
  for (let index = 0; index < count; index += 1) answers.push(await work());
  return answers;
};
const statusesOf = (answers: readonly Answer[]) => answers.map((answer) => answer.status);

describe('a rate limit', () => {
  it('of a key returns 429 with the limit and the time to wait', async () => {
    server = await startTestServer({ RATE_LIMIT_KEY_PER_MINUTE: '3' });
    const own = await createWorkspace(server);
    const answers = await times(4, () => ask(own.key));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 429]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60, "tenant";q=100000;w=60');
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"key";r=2;t=\d+, "tenant";r=99999;t=\d+$/);
    const rejected = answers[3];
    const seconds = Number(rejected?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(rejected?.body.error).toMatchObject({
      code: 'rate_limited',
      message: `The limit of 3 requests a minute for this API key is reached. Try again in ${seconds} seconds.`,
      details: [{ path: 'key', message: 'allows 3 requests a minute for this API key' }],
    });
    expect(rejected?.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
    const { body } = await own.dashboard('POST', '/api-keys', { name: 'fresh' });
    expect((await ask(body.key)).status).toBe(200);
  });

  it('starts a new window when the wall clock steps back', async () => {
    server = await startTestServer({ RATE_LIMIT_KEY_PER_MINUTE: '3' });
    const own = await createWorkspace(server);
    expect(statusesOf(await times(4, () => ask(own.key)))).toEqual([200, 200, 200, 429]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 60 * 60 * 1_000 });
    try {
      const answers = await times(4, () => ask(own.key));
      expect(statusesOf(answers)).toEqual([200, 200, 200, 429]);
      expect(Number(answers[3]?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a workspace is shared by its keys, and by no other workspace', async () => {
    server = await startTestServer({ RATE_LIMIT_TENANT_PER_MINUTE: '6' });
    const own = await createWorkspace(server);
    const { body } = await own.dashboard('POST', '/api-keys', { name: 'second' });
    expect(statusesOf(await times(3, () => ask(own.key)))).toEqual([200, 200, 200]);
    const answers = await times(3, () => ask(body.key));
    expect(statusesOf(answers)).toEqual([200, 200, 429]);
    expect(answers[2]?.body.error).toMatchObject({
      message: expect.stringContaining('6 requests a minute for this workspace'),
      details: [{ path: 'tenant' }],
    });
    const other = await createWorkspace(server);
    expect((await ask(other.key)).status).toBe(200);
  });

  it('of sign-ins counts by IP address, whatever the email address', async () => {
    server = await startTestServer({ RATE_LIMIT_LOGIN_PER_MINUTE: '2' });
    let tried = 0;
    const answers = await times(3, () => {
      tried += 1;
      return call(`${server.url}/api/dashboard/session`, {
        method: 'POST',
        body: { email: `nobody${tried}@example.test`, password: 'wrong password' },
      });
    });
    expect(statusesOf(answers)).toEqual([401, 401, 429]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers[2]?.body.error.message).toContain('2 sign-ins a minute from this address');
  });

  it('does not apply to invalid keys, callbacks, probes and the reference', async () => {
    server = await startTestServer({ RATE_LIMIT_KEY_PER_MINUTE: '1', RATE_LIMIT_TENANT_PER_MINUTE: '1' });
    const own = await createWorkspace(server);
    await connectWorkspace(server, own);
    expect(statusesOf(await times(2, () => ask(own.key)))).toEqual([200, 429]);
    const mistyped = `${own.key.slice(0, -1)}${own.key.endsWith('a') ? 'b' : 'a'}`;
    expect(statusesOf(await times(5, () => ask(mistyped)))).toEqual(Array(5).fill(401));
    for (const path of ['/healthz', '/readyz', '/api/v1/openapi.json', '/docs']) {
      const answers = await times(5, () => call(server.url + path, { headers: bearer(own.key) }));
      expect(new Set(statusesOf(answers)).has(429), path).toBe(false);
      expect(answers[4]?.headers.get('ratelimit'), path).toBeNull();
    }
    const callbacks = await times(5, () =>
      postCallback(server, own, envelope({ messages: [textMessage('15550100001', 'hi')] })),
    );
    expect(statusesOf(callbacks)).toEqual(Array(5).fill(200));
  });
});
