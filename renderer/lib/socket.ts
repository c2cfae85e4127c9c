import { io, type Socket } from 'socket.io-client';
import type { ServerToClientEvents } from '../../shared/events/index.ts';
import { serverOrigin } from './server-address.ts';

/** What the live connection reports to its owner. */
export interface LiveConnectionOptions {
  /** A single-use ticket for one handshake. A failure counts as a failed attempt and is tried again. */
  getTicket(): Promise<string>;
  onConnect(): void;
  onDisconnect(): void;
  onEvent: ServerToClientEvents['event'];
  onTick: ServerToClientEvents['tick'];
}

export interface LiveConnection {
  /** Tries at once instead of waiting for the next attempt. */
  nudge(): void;
  close(): void;
}

const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 10_000;

/**
 * Opens the socket and keeps it open. Nothing is ever sent on it, and its own recovery is not relied
 * on: the owner asks for what it missed after every `onConnect`.
 */
export function openLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const socket: Socket<ServerToClientEvents, Record<string, never>> = io(serverOrigin(), {
    path: '/socket.io',
    transports: ['websocket'],
    reconnectionDelay: RETRY_MIN_MS,
    reconnectionDelayMax: RETRY_MAX_MS,
    auth: (give) => {
      options.getTicket().then(
        (ticket) => give({ ticket }),
        // Without a ticket the server refuses the handshake, and the next attempt asks for a new one.
        () => give({}),
      );
    },
  });
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  /** socket.io gives up when the server itself refuses or ends a connection; we do not. */
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

  return {
    nudge: () => {
      if (!isClosed && !socket.connected) socket.disconnect().connect();
    },
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
}
