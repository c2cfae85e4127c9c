import { describe, expect, it } from 'vitest';
import { bearer, call } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace({ TRUST_PROXY: 'loopback' });
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

async function made(more: object = {}) {
  const { body } = await rig.workspace.dashboard('POST', '/api-keys', { name: 'limited', ...more });
  return body as { key: string; apiKey: { id: string; hint: string } };
}

const use = (key: string, headers: Record<string, string> = {}) =>
  call(`${rig.server.url}/api/v1/me`, { headers: { ...bearer(key), ...headers } });

const from = (key: string, address: string) => use(key, { 'x-forwarded-for': address });

async function listed(id: string) {
  const { body } = await rig.workspace.dashboard('GET', '/api-keys');
  return body.data.find((key: { id: string }) => key.id === id);
}

/** Moves a time of a key, since no test can wait for days. */
async function move(key: string, column: string, to: string | null): Promise<void> {
  const { database } = rig.server.container;
  await database.run(`/* system: test */ UPDATE api_keys SET ${column} = :to WHERE hint = :hint`, {
    to: to === null ? null : new Date(to),
    hint: key.slice(-4),
  });
}

describe('an expiry', () => {
  it('ends a key with an error of its own', async () => {
    const { key, apiKey } = await made({ expiresAt: inHours(1) });
    expect((await use(key)).status).toBe(200);
    await move(key, 'expires_at', inHours(-1));
    const refused = await use(key);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'key_expired']);
    expect(refused.body.error.docsUrl).toMatch(/#key_expired$/);
    expect(await listed(apiKey.id)).toMatchObject({ status: 'expired' });
    // A key that is not ours learns nothing of it.
    const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    expect((await use(wrong)).body.error.code).toBe('unauthorized');
    const later = { expiresAt: inHours(48) };
    expect((await rig.workspace.dashboard('PATCH', `/api-keys/${apiKey.id}`, later)).status).toBe(200);
    expect((await use(key)).status).toBe(200);
    await rig.workspace.dashboard('DELETE', `/api-keys/${apiKey.id}`);
  });

  it('must be in the future', async () => {
    const answer = await rig.workspace.dashboard('POST', '/api-keys', { name: 'x', expiresAt: inHours(-1) });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'expiresAt']);
  });

  it('is announced a week and a day before, once each', async () => {
    const { key, apiKey } = await made({ expiresAt: inHours(24 * 30) });
    const announced = async () => {
      const rows = await rig.server.container.database.select<{ payload: string | object }>(
        `/* system: test */ SELECT payload FROM events WHERE name = 'api_key.expiring'`,
      );
      return rows.filter(({ payload }) => JSON.stringify(payload).includes(apiKey.id)).length;
    };
    const worker = rig.server.container.workers;
    const round = async () => {
      for (const one of worker) one.wake?.();
      await expect.poll(() => warned(), { timeout: 20_000 }).toBe(true);
    };
    let wanted: number | null = null;
    const warned = async () => {
      const [row] = await rig.server.container.database.select<{ warned: number | null }>(
        '/* system: test */ SELECT warned_days AS warned FROM api_keys WHERE hint = :hint',
        { hint: key.slice(-4) },
      );
      return row?.warned === wanted;
    };
    expect(await announced()).toBe(0);
    await move(key, 'expires_at', inHours(24 * 6));
    wanted = 7;
    await round();
    expect(await announced()).toBe(1);
    await move(key, 'expires_at', inHours(20));
    wanted = 1;
    await round();
    expect(await announced()).toBe(2);
    // A new expiry is announced again.
    await rig.workspace.dashboard('PATCH', `/api-keys/${apiKey.id}`, { expiresAt: inHours(24 * 5) });
    wanted = 7;
    await round();
    expect(await announced()).toBe(3);
    await rig.workspace.dashboard('DELETE', `/api-keys/${apiKey.id}`);
  });
});

describe('allowed addresses', () => {
  it('refuse other addresses, and name the address that was seen', async () => {
    const { key, apiKey } = await made({ allowedAddresses: ['203.0.113.9/24', '2001:db8::1'] });
    expect(await listed(apiKey.id)).toMatchObject({
      allowedAddresses: ['203.0.113.0/24', '2001:db8::1/128'],
    });
    for (const address of ['203.0.113.200', '2001:db8::1', '::ffff:203.0.113.1']) {
      expect((await from(key, address)).status, address).toBe(200);
    }
    for (const address of ['198.51.100.7', '2001:db8::2']) {
      const refused = await from(key, address);
      expect([refused.status, refused.body.error.code], address).toEqual([403, 'address_not_allowed']);
      expect(refused.body.error.message).toContain(address);
    }
    // Without the proxy's header it is the address of the connection.
    expect((await use(key)).body.error.message).toContain('127.0.0.1');
    await rig.workspace.dashboard('PATCH', `/api-keys/${apiKey.id}`, { allowedAddresses: [] });
    expect((await from(key, '198.51.100.7')).status).toBe(200);
    await rig.workspace.dashboard('DELETE', `/api-keys/${apiKey.id}`);
  });

  it('are checked when they are entered', async () => {
    for (const wrong of ['10.0.0', '10.0.0.0/33', 'example.test', '2001:db8::/129', '']) {
      const answer = await rig.workspace.dashboard('POST', '/api-keys', {
        name: 'x',
        allowedAddresses: [wrong],
      });
      expect(answer.status, wrong).toBe(400);
    }
  });
});

describe('rolling', () => {
  it('replaces the secret at once, with an overlap, and until the overlap is ended', async () => {
    const { key, apiKey } = await made({ allowedAddresses: ['127.0.0.1'], permissions: ['contacts:read'] });
    const roll = (overlapHours: number) =>
      rig.workspace.dashboard('POST', `/api-keys/${apiKey.id}/roll`, { overlapHours });
    const at = async (...keys: string[]) => Promise.all(keys.map(async (one) => (await use(one)).status));

    const second = await roll(24);
    expect(second.body.apiKey).toMatchObject({
      id: apiKey.id,
      permissions: ['contacts:read'],
      allowedAddresses: ['127.0.0.1/32'],
      hint: second.body.key.slice(-4),
      previous: { hint: key.slice(-4) },
    });
    expect(await at(key, second.body.key)).toEqual([200, 200]);

    const third = await roll(1);
    expect(await at(key, second.body.key, third.body.key)).toEqual([401, 200, 200]);
    await move(third.body.key, 'previous_until', inHours(-1));
    expect(await at(second.body.key, third.body.key)).toEqual([401, 200]);
    expect((await listed(apiKey.id)).previous).toBeNull();

    const fourth = await roll(168);
    expect(await at(third.body.key, fourth.body.key)).toEqual([200, 200]);
    const ended = await rig.workspace.dashboard('DELETE', `/api-keys/${apiKey.id}/previous`);
    expect(ended.body.previous).toBeNull();
    expect(await at(third.body.key, fourth.body.key)).toEqual([401, 200]);

    const fifth = await roll(0);
    expect(await at(fourth.body.key, fifth.body.key)).toEqual([401, 200]);
    await roll(168);
    expect(await at(fifth.body.key)).toEqual([200]);
    await rig.workspace.dashboard('DELETE', `/api-keys/${apiKey.id}`);
    expect(await at(fifth.body.key)).toEqual([401]);
    expect((await roll(0)).status).toBe(404);
  });

  it('never lets the previous secret outlive its own expiry', async () => {
    const { key, apiKey } = await made({ expiresAt: inHours(2) });
    const { body } = await rig.workspace.dashboard('POST', `/api-keys/${apiKey.id}/roll`, {
      overlapHours: 168,
    });
    expect(Date.parse(body.apiKey.previous.until)).toBeLessThanOrEqual(Date.now() + 2 * HOUR_MS);
    expect(body.apiKey.expiresAt).toBeNull();
    await move(body.key, 'expires_at', inHours(-1));
    const rolled = await rig.workspace.dashboard('POST', `/api-keys/${apiKey.id}/roll`, { overlapHours: 1 });
    // What has expired does not work again.
    expect(rolled.body.apiKey.previous).toBeNull();
    expect([(await use(key)).status, (await use(body.key)).status]).toEqual([401, 401]);
    expect((await use(rolled.body.key)).status).toBe(200);
    await rig.workspace.dashboard('DELETE', `/api-keys/${apiKey.id}`);
  });
});

describe('the last use', () => {
  it('has the address and the program, and marks a key that nobody uses', async () => {
    const { key, apiKey } = await made();
    expect(await listed(apiKey.id)).toMatchObject({ lastUsedAt: null, isUnused: false });
    await use(key, { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'billing/2.1' });
    const seen = { lastUsedFrom: '198.51.100.7', lastUserAgent: 'billing/2.1', isUnused: false };
    expect(await listed(apiKey.id)).toMatchObject(seen);
    await rig.server.container.usage.flush();
    expect(await listed(apiKey.id)).toMatchObject(seen);
    const { database } = rig.server.container;
    await database.run('/* system: test */ UPDATE api_key_usage SET last_used_at = :at WHERE last_ip = :ip', {
      at: new Date(Date.now() - 91 * 24 * HOUR_MS),
      ip: '198.51.100.7',
    });
    expect(await listed(apiKey.id)).toMatchObject({ isUnused: true });
    await rig.workspace.dashboard('DELETE', `/api-keys/${apiKey.id}`);
  });
});
