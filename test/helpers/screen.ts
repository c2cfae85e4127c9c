import { io, type Socket } from 'socket.io-client';
import type { EventEnvelope } from '../../shared/events/index.ts';
import { call, signIn, type TestServer } from './test-server.ts';

export interface Screen {
  socket: Socket;
  /** Every event that the socket received, in the order of arrival. */
  events: EventEnvelope[];
}

/** Opens a socket as a browser with this cookie does, without reconnection. The caller disconnects it. */
export async function openScreen(server: TestServer, cookie: string): Promise<Screen> {
  const { body } = await call(`${server.url}/api/dashboard/session/socket-ticket`, {
    method: 'POST',
    headers: { cookie },
  });
  const socket = io(server.url, {
    transports: ['websocket'],
    auth: { ticket: body.ticket },
    reconnection: false,
    forceNew: true,
  });
  const events: EventEnvelope[] = [];
  socket.on('event', (event: EventEnvelope) => events.push(event));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, events };
}

/** Signs a person in and opens their socket. */
export async function openScreenOf(server: TestServer, email: string, password: string): Promise<Screen> {
  return openScreen(server, await signIn(server, email, password));
}

/** Whether an event mentions this text. */
export function shows(events: readonly EventEnvelope[], text: string): boolean {
  return JSON.stringify(events).includes(text);
}
