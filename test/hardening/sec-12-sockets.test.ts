import type { Socket } from 'socket.io-client';
import { WebSocket } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../helpers/platform.ts';
import { openScreen } from '../helpers/screen.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  call,
  createWorkspace,
  OWNER_PASSWORD,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let a: TestServer;
let b: TestServer;
let workspace: TestWorkspace;
const open: Socket[] = [];

/** Two servers without Redis: neither learns from the other that a session has ended. */
beforeAll(async () => {
  a = await startTestServer();
  b = await startTestServer({}, a);
  workspace = await createWorkspace(a);
});
afterAll(async () => {
  for (const socket of open) socket.disconnect();
  await b.stop();
  await a.stop();
  expect(trippedStatements).toEqual([]);
});

async function connect(server: TestServer, cookie: string) {
  const screen = await openScreen(server, cookie);
  open.push(screen.socket);
  return screen;
}

let members = 0;
async function member(role: 'admin' | 'staff') {
  members += 1;
  const email = `member${members}@sockets.test`;
  return workspace.addMember({ name: 'Member', email, password: OWNER_PASSWORD, role });
}

const run = (sql: string, bindings: { id: string }) =>
  a.container.database.run(`/* system: test */ ${sql}`, bindings);

it('a member who was removed at one server is disconnected from the other by its next check', async () => {
  const { id, email } = await member('staff');
  const screen = await connect(b, await signIn(b, email, OWNER_PASSWORD));
  const owner = await connect(b, await signIn(b, workspace.email, OWNER_PASSWORD));
  expect((await workspace.dashboard('DELETE', `/members/${id}`)).status).toBe(200);
  await b.container.realtime.recheck();
  await eventually(async () => !screen.socket.connected);
  const received = screen.events.length;

  await call(`${b.url}/api/v1/contacts`, {
    method: 'POST',
    body: { phone: '15550170001', name: 'Not for them' },
    headers: { authorization: `Bearer ${workspace.key}` },
  });
  await eventually(async () => JSON.stringify(owner.events).includes('15550170001'));
  expect(screen.events).toHaveLength(received);
});

it('a session that has expired loses its socket; others keep theirs, with one query for all of them', async () => {
  const { email } = await member('staff');
  const ended = await connect(b, await signIn(b, email, OWNER_PASSWORD));
  const kept = await connect(b, await signIn(b, workspace.email, OWNER_PASSWORD));
  await run(
    `UPDATE sessions s JOIN users u ON u.id = s.user_id SET s.expires_at = UTC_TIMESTAMP(3) WHERE u.email = :id`,
    { id: email },
  );
  const queries = await b.countStatements(/system: sockets|tenant_counters WHERE tenant_id IN/, () =>
    b.container.realtime.recheck(),
  );
  expect(queries).toBe(2);
  await eventually(async () => !ended.socket.connected);
  expect(kept.socket.connected).toBe(true);
});

it('an admin who is staff now no longer sees the events of admins', async () => {
  const { email } = await member('admin');
  const screen = await connect(b, await signIn(b, email, OWNER_PASSWORD));
  await run(`UPDATE users SET role = 'staff' WHERE email = :id`, { id: email });
  await b.container.realtime.recheck();
  const before = screen.events.length;
  const { scope } = workspace;
  const event = {
    seq: 900_001,
    name: 'api_key.created',
    payload: { id: 'key_x', name: 'secret plans' },
  } as const;
  await b.container.realtime.publish(scope, [{ ...event, createdAt: new Date(0).toISOString() }]);
  await eventually(async () => screen.events.length > before);
  expect(screen.events.at(-1)).toEqual({ seq: 900_001 });
});

it('a session can have 10 sockets, and gets a place back when one closes', async () => {
  const { email } = await member('staff');
  const cookie = await signIn(b, email, OWNER_PASSWORD);
  const screens = [];
  for (let count = 0; count < 10; count += 1) screens.push(await connect(b, cookie));
  await expect(connect(b, cookie)).rejects.toThrow('rate_limited');
  screens[0]?.socket.disconnect();
  await eventually(async () =>
    connect(b, cookie).then(
      () => true,
      () => false,
    ),
  );
});

it('a reader that does not read is dropped before 20 MB wait for it', async () => {
  const { email } = await member('staff');
  const slow = await connect(b, await signIn(b, email, OWNER_PASSWORD));
  const engine = slow.socket.io.engine as unknown as { transport: { ws: { _socket: { pause(): void } } } };
  engine.transport.ws._socket.pause();
  const payload = { id: 'ct_x', name: 'x'.repeat(200_000) };
  const dropped = () => b.logs.some((line) => line.includes('slow socket dropped'));
  for (let seq = 1; seq <= 100 && !dropped(); seq += 1) {
    const event = { seq, name: 'contact.updated', payload, createdAt: new Date(0).toISOString() };
    await b.container.realtime.publish(workspace.scope, [event as never]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(dropped()).toBe(true);
});

it('SEC-60: a connection that sends more than any page is ended, also before it has signed in', async () => {
  const stranger = new WebSocket(`${b.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  let isClosed = false;
  stranger.addEventListener('close', () => {
    isClosed = true;
  });
  await new Promise((resolve) => stranger.addEventListener('message', resolve, { once: true }));
  const ticket = 'x'.repeat(43);
  const looked = await b.countStatements(/socket_tickets/, async () => {
    for (let count = 0; count < 1_000; count += 1) stranger.send(`40{"ticket":"${ticket}"}`);
    await eventually(async () => isClosed);
  });
  // Two statements for each of the 200 that are read; all would be 2,000.
  expect(looked).toBeLessThanOrEqual(400);

  const screen = await connect(b, await signIn(b, workspace.email, OWNER_PASSWORD));
  for (let count = 0; count < 1_000; count += 1) screen.socket.emit('presence', { count });
  await eventually(async () => !screen.socket.connected);
});
