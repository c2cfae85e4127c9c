import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventEnvelope } from '../../shared/events/index.ts';
import { eventually } from '../helpers/platform.ts';
import {
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
const open: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(async () => {
  for (const socket of open) socket.disconnect();
  await server.stop();
});

async function ticketOf(cookie: string): Promise<string> {
  const answer = await call(`${server.url}/api/dashboard/session/socket-ticket`, {
    method: 'POST',
    headers: { cookie },
  });
  return answer.body.ticket;
}

function connect(ticket: string): Promise<{ socket: Socket; events: EventEnvelope[] }> {
  const socket = io(server.url, {
    transports: ['websocket'],
    auth: { ticket },
    reconnection: false,
    forceNew: true,
  });
  open.push(socket);
  const events: EventEnvelope[] = [];
  socket.on('event', (event: EventEnvelope) => events.push(event));
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve({ socket, events }));
    socket.once('connect_error', reject);
  });
}

const cookieOf = (email: string) => signIn(server, email, OWNER_PASSWORD);

describe('the socket', () => {
  it('accepts a ticket once, and nothing else', async () => {
    const ticket = await ticketOf(await cookieOf(workspace.email));
    await connect(ticket);
    for (const bad of [ticket, 'nonsense', ''])
      await expect(connect(bad)).rejects.toThrow('session_required');
  });

  it('sends events in order, and catch-up returns the same events by number', async () => {
    const { events } = await connect(await ticketOf(await cookieOf(workspace.email)));
    const before = (await workspace.dashboard('GET', '/session')).body.seq;
    for (let index = 0; index < 5; index += 1)
      await workspace.api('POST', '/contacts', { phone: `1555010010${index}` });
    await eventually(async () => events.length >= 5);
    expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5].map((step) => before + step));
    const missed = await workspace.dashboard('GET', `/events?since=${before}`);
    expect(missed.body.events).toEqual(events);
    expect(missed.body).toMatchObject({ latestSeq: before + 5, resyncRequired: false });
    expect((await workspace.dashboard('GET', `/events?since=${before + 100}`)).body.resyncRequired).toBe(
      true,
    );
  });

  it('sends staff only the number of events that they may not see', async () => {
    await workspace.addMember({
      name: 'Stan',
      email: 'stan@rt.test',
      password: OWNER_PASSWORD,
      role: 'staff',
    });
    const staffCookie = await cookieOf('stan@rt.test');
    const { events } = await connect(await ticketOf(staffCookie));
    await workspace.dashboard('POST', '/api-keys', { name: 'secret plans' });
    await eventually(async () => events.length > 0);
    expect(events[0]).toEqual({ seq: expect.any(Number) });
    const missed = await call(`${server.url}/api/dashboard/events?since=0`, {
      headers: { cookie: staffCookie },
    });
    expect(JSON.stringify(missed.body)).not.toContain('secret plans');
  });

  it('never sends events of another tenant', async () => {
    const other = await createWorkspace(server);
    const { events } = await connect(await ticketOf(await cookieOf(other.email)));
    await workspace.api('POST', '/contacts', { phone: '15550100199' });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(events).toEqual([]);
  });

  it('is closed when the session ends', async () => {
    const cookie = await cookieOf(workspace.email);
    const { socket } = await connect(await ticketOf(cookie));
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    await call(`${server.url}/api/dashboard/session`, { method: 'DELETE', headers: { cookie } });
    await closed;
    await expect(ticketOf(cookie)).resolves.toBeUndefined();
  });
});
