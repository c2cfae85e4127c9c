import { io, type Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../shared/events/index.ts';
import { serverOrigin } from './server-address.ts';

/** The callbacks of the live connection. */
export interface LiveConnectionOptions {
  /** Returns a single-use ticket for a handshake. A failure counts as a failed attempt and is retried. */
  getTicket(): Promise<string>;
  onConnect(): void;
  onDisconnect(): void;
  onEvent: ServerToClientEvents['event'];
  onTick: ServerToClientEvents['tick'];
  onPresence: ServerToClientEvents['presence'];
  onMember: ServerToClientEvents['member'];
}

export interface LiveConnection {
  /** Reconnects at once instead of waiting for the next attempt. */
  nudge(): void;
  /** Says which conversation is open. Lost while disconnected. */
  signal: ClientToServerEvents['presence'];
  close(): void;
}

const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 10_000;

/**
 * Opens the socket and keeps it open. Only presence is sent on it, and its own recovery is not used: the caller
 * fetches missed events after every `onConnect`.
 */
export function openLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(serverOrigin(), {
    path: '/socket.io',
    transports: ['websocket'],
    reconnectionDelay: RETRY_MIN_MS,
    reconnectionDelayMax: RETRY_MAX_MS,
    auth: (authenticate) => {
      options.getTicket().then(
        (ticket) => authenticate({ ticket }),
        // Without a ticket, the server rejects the handshake, and the next attempt requests a new one.
        () => authenticate({}),
      );
    },
  });
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  /** Also reconnects after the server has ended the connection, which socket.io does not do. */
  function retryLater(): void {
    clearTimeout(retry);
    if (!isClosed && !socket.active) retry = setTimeout(() => socket.connect(), RETRY_MAX_MS / 4);
  }

  socket.on('connect', options.onConnect);
  socket.on('disconnect', () => {
    options.onDisconnect();
    retryLater();
  });
  socket.on('connect_error', () => {
    options.onDisconnect();
    retryLater();
  });
  socket.on('event', options.onEvent);
  socket.on('tick', options.onTick);
  socket.on('presence', options.onPresence);
  socket.on('member', options.onMember);

  return {
    nudge: () => {
      if (!isClosed && !socket.connected) socket.disconnect().connect();
    },
    signal: (signal) => {
      if (socket.connected) socket.emit('presence', signal);
    },
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
}
