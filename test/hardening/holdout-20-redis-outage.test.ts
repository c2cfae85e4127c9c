import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSentEvents } from '../../server/kernel/realtime/sent-events.ts';
import { isSoak } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { startRedis, type TestRedis } from '../helpers/redis.ts';
import { openScreenOf, type Screen, shows } from '../helpers/screen.ts';
import {
  bearer,
  call,
  createWorkspace,
  OWNER_PASSWORD,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let redis: TestRedis;
let servers: TestServer[];
let screens: Screen[];
let workspace: TestWorkspace;

beforeAll(async () => {
  redis = await startRedis();
  const first = await startTestServer({ REDIS_URL: redis.url });
  servers = [first, await startTestServer({ REDIS_URL: redis.url }, first)];
  workspace = await createWorkspace(first);
  screens = await Promise.all(servers.map((server) => openScreenOf(server, workspace.email, OWNER_PASSWORD)));
});
afterAll(async () => {
  for (const { socket } of screens) socket.disconnect();
  for (const server of servers.toReversed()) await server.stop();
  await redis.stop();
});

let made = 0;
/** Creates a contact at each server in turn; returns their phones. */
async function createContacts(): Promise<string[]> {
  const phones = [];
  for (const server of [...servers, ...servers]) {
    made += 1;
    const phone = `1555020${String(made).padStart(4, '0')}`;
    const headers = bearer(workspace.key);
    const answer = await call(`${server.url}/api/v1/contacts`, { method: 'POST', body: { phone }, headers });
    expect(answer.status).toBe(201);
    phones.push(phone);
  }
  return phones;
}

async function reachBothScreens(phones: readonly string[]): Promise<void> {
  await eventually(async () => phones.every((phone) => screens.every(({ events }) => shows(events, phone))));
}

it('holdout-20: sockets of both servers get every event, once, while Redis is frozen or lost and afterwards', async () => {
  await reachBothScreens(await createContacts());
  redis.freeze();
  try {
    await reachBothScreens(await createContacts());
  } finally {
    redis.thaw();
  }
  await reachBothScreens(await createContacts());
  if (isSoak) {
    await redis.kill();
    await reachBothScreens(await createContacts());
    await redis.start();
    await reachBothScreens(await createContacts());
  }
  // Late copies: what Redis still carries, and what the other server relays too.
  await eventually(async () => {
    // A server notices with its next call of Redis.
    await createContacts();
    return servers.every(({ logs }) => logs.some((line) => line.includes('Redis is back')));
  });
  await reachBothScreens(await createContacts());
  for (const { events } of screens) {
    const seqs = events.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)]);
  }
});

it('holdout-20: an event that a server relays again reaches no socket twice', async () => {
  const before = screens.map(({ events }) => events.length);
  const again = screens[0]?.events.at(-1);
  const [phone = ''] = await createContacts();
  for (const { container } of servers) await container.realtime.publish(workspace.scope, [again as never]);
  const [last = ''] = (await createContacts()).toReversed();
  await reachBothScreens([phone, last]);
  expect(screens.map(({ events }, at) => events.length - (before[at] ?? 0))).toEqual([8, 8]);
});

it('holdout-20: only events that stay away for a whole second are read again', () => {
  const sent = createSentEvents();
  expect(sent.missingAfter(5)).toBeNull();
  expect([sent.add(6), sent.add(6), sent.add(8), sent.add(8)]).toEqual([true, false, true, false]);
  expect(sent.missingAfter(8)).toBeNull();
  expect(sent.missingAfter(9)).toBe(6);
  expect([sent.add(7), sent.add(9), sent.add(8)]).toEqual([true, true, false]);
  expect(sent.missingAfter(9)).toBeNull();
  sent.skipTo(20);
  expect([sent.add(20), sent.add(21), sent.add(21)]).toEqual([false, true, false]);
});
