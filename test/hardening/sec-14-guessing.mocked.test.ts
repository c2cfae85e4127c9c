import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addMember } from '../../server/features/people/index.ts';
import { provisionTenant } from '../../server/flows/access/provision-tenant.ts';
import { type AttemptLimit, createAttemptLimit } from '../../server/kernel/auth/attempt-limit.ts';
import { createKeyring } from '../../server/kernel/crypto/keyring.ts';
import { hashPassword } from '../../server/kernel/crypto/passwords.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { createRedis, type Redis } from '../../server/kernel/redis/redis.ts';
import type { AppError } from '../../shared/domain/errors.ts';
import { callAs } from '../helpers/call-as.ts';
import { connectTo, startRedis, type TestRedis } from '../helpers/redis.ts';
import { type Answer, call, OWNER_PASSWORD, startTestServer } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

const rig = setUpWorkspace({ TRUST_PROXY: 'loopback', RATE_LIMIT_LOGIN_PER_MINUTE: '20' });

let networks = 0;
/** Guesses from a network that no earlier guess came from. */
function guess(email: string, password: string, headers: Record<string, string> = {}): Promise<Answer> {
  networks += 1;
  return callAs(`${rig.server.url}/api/dashboard/session`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `2001:db8:${networks.toString(16)}::1`, ...headers },
    body: { email, password },
  });
}

describe('SEC-14: guessing passwords', () => {
  it('from many networks is slowed down for the account, more with each guess', async () => {
    const { email } = await createWorkspaceOwner();
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess(email, 'not this one')));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses, 'five guesses at once, then none').toEqual([
      ...Array.from({ length: 5 }, () => 401),
      ...Array.from({ length: 7 }, () => 429),
    ]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.body.error.message).toMatch(/^Too many attempts\. Try again in \d+ seconds?\.$/);

    expect((await guess(email, OWNER_PASSWORD)).status, 'nor the right password').toBe(429);
  });

  it('has a delay that grows, and that a success ends', async () => {
    const limit = createAttemptLimit('test', null);
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const wait = () =>
      limit.take('someone').then(
        () => 0,
        (error: AppError) => error.retryAfter,
      );
    for (let index = 0; index < 5; index += 1) expect(await wait()).toBe(0);
    const waits: unknown[] = [];
    for (let index = 0; index < 9; index += 1) {
      const seconds = await wait();
      waits.push(seconds);
      now += Number(seconds) * 1_000;
      expect(await wait(), 'one more attempt').toBe(0);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900]);
    expect(await limit.take('someone else')).toBeUndefined();
    await limit.clear('someone');
    expect(await wait()).toBe(0);
    clock.mockRestore();
  });

  it('does not lock out a device that has signed in before', async () => {
    const { email } = await createWorkspaceOwner();
    const first = await guess(email, OWNER_PASSWORD);
    const device = /device=([^;]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? '';
    for (let index = 0; index < 6; index += 1) await guess(email, 'not this one');
    expect((await guess(email, OWNER_PASSWORD)).status).toBe(429);
    expect((await guess(email, OWNER_PASSWORD, { cookie: `device=${device}` })).status).toBe(201);
    const other = await createWorkspaceOwner();
    for (let index = 0; index < 6; index += 1) await guess(other.email, 'not this one');
    expect(
      (await guess(other.email, OWNER_PASSWORD, { cookie: `device=${device}` })).status,
      'its mark counts for its own address only',
    ).toBe(429);
    // The device has an allowance of its own, and no more.
    for (let index = 0; index < 6; index += 1)
      await guess(email, 'not this one', { cookie: `device=${device}` });
    expect((await guess(email, OWNER_PASSWORD, { cookie: `device=${device}` })).status).toBe(429);
  });

  it('and no more sign-ins than people need come from one browser, also with the right password', async () => {
    const { email } = await createWorkspaceOwner();
    const first = await guess(email, OWNER_PASSWORD);
    const cookie = /device=[^;]+/.exec(first.headers.get('set-cookie') ?? '')?.[0] ?? '';
    const statuses: number[] = [];
    for (let index = 0; index < 41; index += 1)
      statuses.push((await guess(email, OWNER_PASSWORD, { cookie })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(40);
    expect(statuses.at(-1)).toBe(429);
  });

  it('takes turns: many attempts for one address do not hold up another', async () => {
    const { hash } = await vi.importActual<typeof argon2>('@node-rs/argon2');
    const order: string[] = [];
    vi.mocked(argon2.hash).mockImplementation((password, options) => {
      order.push(String(password));
      return hash(password, options);
    });
    const keyring = createKeyring('a secret');
    const check = (email: string) => hashPassword({ keyring, email }, email);
    const many = Array.from({ length: 30 }, () => check('many@example.test'));
    await Promise.all([...many, check('one@example.test')]);
    // Two are computed at a time, and one is waiting for its turn.
    expect(order.indexOf('one@example.test')).toBeLessThan(4);
  });

  it('gains nothing from a workspace of the attacker that has the same address', async () => {
    const { email } = await createWorkspaceOwner();
    const deviceOf = (answer: Answer) =>
      /device=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
    const ownDevice = deviceOf(await guess(email, OWNER_PASSWORD));
    const attacker = await createWorkspaceOwner();
    const known = 'known to the attacker';
    await addMember(rig.server.container.contextFor(attacker.scope), {
      ...{ name: 'Mallory', email, password: known, role: 'staff' },
    });
    let cookie = '';
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const entered = await guess(email, known, { cookie });
      expect(entered.status).toBe(201);
      cookie = deviceOf(entered);
      statuses.push((await guess(email, `not this one ${round}`, { cookie })).status);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(5);
    expect(statuses.at(-1)).toBe(429);
    expect((await guess(email, OWNER_PASSWORD, { cookie })).status, 'nor the right password').toBe(429);
    expect((await guess(email, OWNER_PASSWORD, { cookie: ownDevice })).status).toBe(201);
  });

  it('from one IPv6 network shares one limit', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      const headers = { 'x-forwarded-for': `2001:db8:ffff:1::${index.toString(16)}` };
      statuses.push((await guess(`x${index}@example.test`, 'not this one', headers)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });

  it('costs one computation for no, one and many workspaces, and finds the newest of many', async () => {
    const email = 'many@example.test';
    const add = async (name: string) => {
      const other = await createWorkspaceOwner();
      await addMember(rig.server.container.contextFor(other.scope), {
        name,
        email,
        password: OWNER_PASSWORD,
        role: 'staff',
      });
      return other.tenantId;
    };
    const computations = async (password: string) => {
      vi.mocked(argon2.hash).mockClear();
      vi.mocked(argon2.verify).mockClear();
      const answer = await guess(email, password);
      return {
        code: answer.body.error?.code,
        count: vi.mocked(argon2.hash).mock.calls.length + vi.mocked(argon2.verify).mock.calls.length,
      };
    };
    expect(await computations('not this one')).toEqual({ code: 'invalid_credentials', count: 1 });
    await add('One');
    expect(await computations('not this one')).toEqual({ code: 'invalid_credentials', count: 1 });
    await add('Two');
    const newest = await add('Three');
    expect(await computations('not this one')).toEqual({ code: 'invalid_credentials', count: 1 });
    expect(await computations(OWNER_PASSWORD)).toEqual({ code: 'workspace_choice_required', count: 1 });
    const chosen = await callAs(`${rig.server.url}/api/dashboard/session`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.77' },
      body: { email, password: OWNER_PASSWORD, workspaceId: newest },
    });
    expect(chosen.status).toBe(201);
  });

  it('does not use up the attempts of people who are signed in', async () => {
    const { email } = await createWorkspaceOwner();
    const cookie = String((await guess(email, OWNER_PASSWORD)).headers.get('set-cookie')).split(';')[0] ?? '';
    for (let index = 0; index < 6; index += 1) await guess(email, 'not this one');
    const change = await call(`${rig.server.url}/api/dashboard/session/password`, {
      method: 'POST',
      headers: { cookie },
      body: { currentPassword: OWNER_PASSWORD, newPassword: 'a much better password' },
    });
    expect(change.status, JSON.stringify(change.body)).toBe(200);
  });
});

describe('SEC-14: easy passwords', () => {
  const send = (path: string, body: object) =>
    call(`${rig.server.url}/api/dashboard/access-links/${path}`, { method: 'POST', body });
  const tokenOf = (url: string) => new URL(url).hash.slice(1);
  /** A link of each kind. A refused password leaves it usable. */
  const links = { accept: '', reset: '' };
  beforeAll(async () => {
    const invited = { email: 'sam@example.test', role: 'staff' };
    const { link } = (await rig.workspace.dashboard('POST', '/invitations', invited)).body;
    const ria = { name: 'Ria', email: 'ria@example.test', password: OWNER_PASSWORD, role: 'staff' };
    const { id } = await rig.workspace.addMember(ria);
    const reset = (await rig.workspace.dashboard('POST', `/members/${id}/reset-link`)).body;
    Object.assign(links, { accept: tokenOf(link.url), reset: tokenOf(reset.url) });
  });
  const WAYS = {
    'for a new member': (password: string) => send('accept', { token: links.accept, name: 'Sam', password }),
    'after a reset': (password: string) => send('reset-password', { token: links.reset, password }),
  };

  describe.each(Object.entries(WAYS))('%s', (_, use) => {
    it.each([
      ['password1234', 'password_too_common'],
      ['12345678910', 'password_too_common'],
      ['Workspace-2026', 'password_too_personal'],
      ['short', 'validation_failed'],
    ])('%s is refused: %s', async (password, code) => {
      const answer = await use(password);
      expect([answer.status, answer.body.error.code]).toEqual([400, code]);
    });

    it('a good one is accepted', async () => {
      const answer = await use('seven grey herons');
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    });
  });
});

describe('SEC-14: two servers with one Redis', () => {
  let redis: TestRedis;
  let clients: Redis[];
  beforeAll(async () => {
    redis = await startRedis();
    clients = await Promise.all([connectTo(redis), connectTo(redis)]);
  });
  afterAll(async () => {
    for (const client of clients) client.stop();
    await redis.stop();
  });
  const pair = (name: string) => clients.map((client) => createAttemptLimit(name, client));
  const waitOf = (limit: AttemptLimit | undefined) =>
    limit?.take('someone').then(
      () => 0,
      (error: AppError) => error.retryAfter,
    );

  it('forgets an attempt that was not made, on every server', async () => {
    const [one, other] = pair('taken-back');
    for (let index = 0; index < 5; index += 1) expect(await waitOf(one)).toBe(0);
    await other?.takeBack('someone');
    expect([await waitOf(one), await waitOf(other)]).toEqual([0, 5]);
    await one?.takeBack('nobody');
  });

  it('allow five attempts together, also at the same moment, and then the same growing delay', async () => {
    const [one, other] = pair('together');
    const first = await Promise.all(Array.from({ length: 12 }, (_, n) => waitOf(n % 2 ? one : other)));
    expect(first.filter((wait) => wait === 0)).toHaveLength(5);
    const delays = await Promise.all([one, other].map(waitOf));
    for (const seconds of delays) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(5);
    }
    for (const most of [10, 20, 40]) {
      await endDelays();
      expect(await waitOf(one), 'one more attempt').toBe(0);
      const seconds = await waitOf(other);
      expect(seconds).toBeGreaterThan(most / 2);
      expect(seconds).toBeLessThanOrEqual(most);
    }
  });

  it('forget an address together when it signs in, and keep another limit apart', async () => {
    const [one, other] = pair('forgotten');
    for (let index = 0; index < 6; index += 1) await waitOf(one);
    expect(await waitOf(other)).toBeGreaterThan(0);
    expect(await waitOf(pair('of another kind')[0])).toBe(0);
    await other?.clear('someone');
    expect(await waitOf(one)).toBe(0);
  });

  it('store no address in Redis, and nothing for longer than a day', async () => {
    const keys = (await clients[0]?.run((client) => client.keys('*'))) ?? [];
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.join(' ')).not.toContain('someone');
    for (const key of keys) {
      const left = Number(await clients[0]?.run((client) => client.pTTL(key)));
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(24 * 60 * 60_000);
    }
  });

  it('still slow guesses down when Redis is away', async () => {
    await redis.kill();
    const away = createRedis(redis.url, createLogger('silent'));
    away.start();
    try {
      const limit = createAttemptLimit('alone', away);
      const waits = [];
      for (let index = 0; index < 6; index += 1) waits.push(await waitOf(limit));
      expect(waits).toEqual([0, 0, 0, 0, 0, 5]);
    } finally {
      away.stop();
    }
  });

  /** As if the waits of all addresses had passed. */
  async function endDelays(): Promise<void> {
    await clients[0]?.run(async (client) => client.del(await client.keys('*:wait')));
  }
});

it('SEC-14: a proxy that TRUST_PROXY does not name is reported once', async () => {
  const open = await startTestServer({}, rig.server);
  try {
    const warnings = () => open.logs.filter((line) => line.includes('TRUST_PROXY is empty')).length;
    await call(`${open.url}/healthz`);
    expect(warnings()).toBe(0);
    for (let index = 0; index < 3; index += 1) {
      await call(`${open.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    }
    expect(warnings()).toBe(1);
  } finally {
    await open.stop();
  }
});

let owners = 0;
/** Creates a workspace without signing in: each sign-in counts. */
async function createWorkspaceOwner() {
  owners += 1;
  const email = `guessed${owners}@example.test`;
  const { scope } = await provisionTenant(rig.server.container.resources, {
    workspaceName: `Guessed ${owners}`,
    name: 'Olga',
    email,
    password: OWNER_PASSWORD,
  });
  return { email, scope, tenantId: scope.tenantId };
}
