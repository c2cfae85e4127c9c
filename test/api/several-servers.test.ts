import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../server/kernel/context/in-transaction.ts';
import type { PresenceUpdate } from '../../shared/events/presence.ts';
import { isSoak } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { startRedis, type TestRedis } from '../helpers/redis.ts';
import { openScreenOf, shows } from '../helpers/screen.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  bearer,
  call,
  createWorkspace,
  OWNER_PASSWORD,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

const LIMIT = 6;

let redis: TestRedis;
let a: TestServer;
let b: TestServer;
let workspace: TestWorkspace;
const open: Socket[] = [];

beforeAll(async () => {
  redis = await startRedis();
  a = await startTestServer({ REDIS_URL: redis.url });
  b = await startTestServer({ REDIS_URL: redis.url }, a);
  workspace = await createWorkspace(a);
});
afterAll(async () => {
  for (const socket of open) socket.disconnect();
  await b.stop();
  await a.stop();
  await redis.stop();
  expect(trippedStatements).toEqual([]);
});

const asKey = (server: TestServer, key: string) =>
  call(`${server.url}/api/v1/contacts`, { headers: bearer(key) });

/** Opens the socket of a signed-in person at one of the servers. */
async function screenAt(server: TestServer, email: string) {
  const screen = await openScreenOf(server, email, OWNER_PASSWORD);
  open.push(screen.socket);
  return screen;
}

let made = 0;
async function createContactAt(server: TestServer): Promise<string> {
  made += 1;
  const phone = `1555016${String(made).padStart(4, '0')}`;
  const { status } = await call(`${server.url}/api/v1/contacts`, {
    method: 'POST',
    body: { phone },
    headers: bearer(workspace.key),
  });
  expect(status).toBe(201);
  return phone;
}

describe('two servers with one database and one Redis', () => {
  it('an event at one reaches the clients of the other', async () => {
    const screen = await screenAt(b, workspace.email);
    const started = performance.now();
    const phone = await createContactAt(a);
    await eventually(async () => shows(screen.events, phone));
    console.log(`an event at A reached a client of B after ${Math.round(performance.now() - started)} ms`);
    const back = await screenAt(a, workspace.email);
    const other = await createContactAt(b);
    await eventually(async () => shows(back.events, other));
  });

  it('events are not stored in Redis, however large, and arrive all the same', async () => {
    const screen = await screenAt(b, workspace.email);
    const client = a.container.redis?.openReader();
    if (!client) throw new Error('the test needs Redis');
    await client.connect();
    const id = `ct_${'k'.repeat(100_000)}`;
    await inTransaction(a.container.contextFor(workspace.scope), async (ctx) => {
      for (let count = 0; count < 100; count += 1)
        ctx.record('contact.deleted', { id, conversationId: null }, null);
    });
    await eventually(async () => shows(screen.events, id));
    // A signal to a member is an entry of the stream, as is a disconnection.
    a.container.realtime.signalMember(workspace.scope, `usr_${'k'.repeat(26)}`, {
      ...{ kind: 'draft', conversationId: `cv_0${'k'.repeat(25)}`, revision: 'k'.repeat(32) },
    });
    const entries = await eventually(async () => {
      const found = (await client.xRange('switchboard:sockets', '-', '+')) ?? [];
      return found.some(({ message }) => JSON.stringify(message).includes('draft')) && found;
    });
    const sizes = entries.map(({ message }) => Buffer.byteLength(JSON.stringify(message)));
    expect(Math.max(...sizes)).toBeLessThan(600);
    const bytes = Number(
      await client.sendCommand(['MEMORY', 'USAGE', 'switchboard:sockets', 'SAMPLES', '0']),
    );
    expect(bytes).toBeLessThan(100_000);
  });

  it('who has a conversation on the screen is known at the other, and no longer when they leave', async () => {
    const theirs = await createWorkspace(a);
    const watching = await screenAt(b, workspace.email);
    const stranger = await screenAt(b, theirs.email);
    const seen: PresenceUpdate[] = [];
    const leaked: PresenceUpdate[] = [];
    watching.socket.on('presence', (update) => seen.push(update));
    stranger.socket.on('presence', (update) => leaked.push(update));
    const conversationId = `cv_0${'k'.repeat(25)}`;
    const other = await screenAt(a, workspace.email);
    const peopleOf = () =>
      seen.at(-1)?.conversations.find((one) => one.conversationId === conversationId)?.people;
    const started = performance.now();
    other.socket.emit('presence', { conversationId, state: 'replying' });
    await eventually(async () => peopleOf()?.[0]?.state === 'replying');
    console.log(`presence at A reached a client of B after ${Math.round(performance.now() - started)} ms`);
    other.socket.disconnect();
    await eventually(async () => peopleOf()?.length === 0);
    expect(leaked.flatMap(({ conversations }) => conversations)).toEqual([]);
  });

  it('a key revoked at one is rejected by the next request at the other', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { body } = await workspace.dashboard('POST', '/api-keys', { name: 'short-lived' });
      expect((await asKey(b, body.key)).status).toBe(200);
      expect((await workspace.dashboard('DELETE', `/api-keys/${body.apiKey.id}`)).status).toBe(200);
      expect((await asKey(b, body.key)).status).toBe(401);
    }
  });

  it('a person removed at one is disconnected from the other', async () => {
    const person = {
      name: 'Leaving',
      email: 'leaving@example.test',
      password: OWNER_PASSWORD,
      role: 'staff',
    };
    const body = await workspace.addMember(person);
    const { socket } = await screenAt(b, person.email);
    expect((await workspace.dashboard('DELETE', `/members/${body.id}`)).status).toBe(200);
    await eventually(async () => !socket.connected);
  });

  it('the other shows a key’s last use at one', async () => {
    const { body } = await workspace.dashboard('POST', '/api-keys', { name: 'used elsewhere' });
    const lastUse = async () =>
      (await workspace.dashboard('GET', '/api-keys')).body.data.find(
        (key: { id: string }) => key.id === body.apiKey.id,
      ).lastUsedAt;
    expect(await lastUse()).toBeNull();
    await asKey(b, body.key);
    const first = await eventually(lastUse);
    await asKey(a, body.key);
    const second = await lastUse();
    expect(Date.parse(second)).toBeGreaterThanOrEqual(Date.parse(first));
    // The later use is kept, whichever server stores its own last.
    await b.container.usage.flush();
    await a.container.usage.flush();
    expect(await lastUse()).toBe(second);
  });
});

describe('rate limits', () => {
  let one: TestServer;
  let two: TestServer;
  let own: TestWorkspace;
  const limits = { RATE_LIMIT_KEY_PER_MINUTE: String(LIMIT), RATE_LIMIT_LOGIN_PER_MINUTE: '5' };
  beforeAll(async () => {
    // Its own Redis database, because the other tests have signed in from this address too.
    one = await startTestServer({ REDIS_URL: `${redis.url}/1`, ...limits });
    two = await startTestServer({ REDIS_URL: `${redis.url}/1`, ...limits }, one);
    own = await createWorkspace(one);
  });
  afterAll(async () => {
    await two.stop();
    await one.stop();
  });

  const warnings = (server: TestServer) =>
    server.logs.filter((line) => line.includes('Redis is unavailable'));

  /** Returns how many requests a new key may make, to both servers alternately. */
  async function allowedInTurn(): Promise<number> {
    const { body } = await own.dashboard('POST', '/api-keys', { name: 'fresh' });
    try {
      for (let count = 0; count <= 3 * LIMIT; count += 1) {
        const answer = await asKey(count % 2 === 0 ? one : two, body.key);
        if (answer.status === 429) return count;
        expect(answer.status).toBe(200);
      }
      throw new Error('there is no limit');
    } finally {
      await own.dashboard('DELETE', `/api-keys/${body.apiKey.id}`);
    }
  }

  it('are shared by both servers', async () => {
    expect(await allowedInTurn()).toBe(LIMIT);
  });

  it('of sign-ins are shared too', async () => {
    const tries = [];
    // The owner has already signed in once.
    for (let index = 0; index < 5; index += 1) {
      const { status } = await call(`${(index % 2 ? one : two).url}/api/dashboard/session`, {
        method: 'POST',
        body: { email: 'nobody@example.test', password: 'wrong password' },
      });
      tries.push(status);
    }
    expect(tries).toEqual([401, 401, 401, 401, 429]);
  });

  it('apply per server while Redis is down, and are shared again afterwards', async () => {
    const screen = await screenAt(a, workspace.email);
    await redis.kill();
    expect(await allowedInTurn()).toBe(2 * LIMIT);
    expect(warnings(one)).toHaveLength(1);
    expect(warnings(two)).toHaveLength(1);
    const phone = await createContactAt(a);
    await eventually(async () => shows(screen.events, phone));

    await redis.start();
    await eventually(async () =>
      [one, two, a, b].every((server) => server.logs.some((line) => line.includes('Redis is back'))),
    );
    expect(await allowedInTurn()).toBe(LIMIT);
    const elsewhere = await screenAt(b, workspace.email);
    await eventually(async () => {
      await createContactAt(a);
      return elsewhere.events.length > 0;
    });
  });

  it('delay no request when Redis hangs', async () => {
    redis.freeze();
    try {
      const screen = await screenAt(a, workspace.email);
      const started = performance.now();
      expect(await allowedInTurn()).toBeGreaterThanOrEqual(LIMIT);
      if (isSoak)
        expect(performance.now() - started, 'at most two timeouts, and the requests').toBeLessThan(3_000);
      const phone = await createContactAt(a);
      await eventually(async () => shows(screen.events, phone));
    } finally {
      redis.thaw();
    }
    await eventually(async () => (await allowedInTurn()) === LIMIT, 10_000);
  });

  it('never log the Redis password', () => {
    for (const server of [one, two, a, b]) {
      expect(server.logs.filter((line) => line.includes(redis.password))).toEqual([]);
    }
  });
});

describe('a server that starts while Redis is down', () => {
  it('serves requests, and connects later', async () => {
    const late = await startRedis();
    await late.kill();
    const server = await startTestServer({ REDIS_URL: late.url, RATE_LIMIT_KEY_PER_MINUTE: '3' });
    try {
      const own = await createWorkspace(server);
      expect((await own.api('GET', '/contacts')).status).toBe(200);
      await late.start();
      await eventually(async () => server.logs.some((line) => line.includes('Redis is back')));
      // Stopped before its adapter listens, the adapter's library has an unhandled rejection.
      const channels = () =>
        server.container.redis?.run((client) => client.sendCommand(['PUBSUB', 'CHANNELS']));
      await eventually(async () => ((await channels()) as unknown as string[]).length > 0);
    } finally {
      await server.stop();
      await late.stop();
    }
  });
});
