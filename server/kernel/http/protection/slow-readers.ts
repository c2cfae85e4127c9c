import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface SlowReaderLimits {
  /** How long an answer may be under way at less than the lowest rate. */
  windowMs: number;
  bytesPerSecond: number;
  onDropped(): void;
}

/** What was sent of an answer when we last looked at its rate. */
interface Progress {
  sent: number;
  since: number;
}

/**
 * The parts of a connection that Node does not declare. Its public numbers count a chunk as one: an answer of some MB in one
 * piece would seem to make no progress until its last byte.
 */
interface Wire {
  /** What was given to the operating system, sent or queued there. */
  readonly _bytesDispatched?: number;
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** Returns how many bytes of a connection were sent; null when that is not known. */
function sentBytes(socket: Socket): number | null {
  const { _bytesDispatched: given, _handle: handle } = socket as Wire;
  const queued = handle?.writeQueueSize;
  return given === undefined || queued === undefined ? null : given - queued;
}

/**
 * Closes connections whose clients take less than a lowest rate of bytes while there is something to send: what is
 * unsent is kept in memory. Sockets of dashboards have their own limit (realtime/socket-limits.ts).
 */
export function limitSlowReaders(
  server: Server,
  { windowMs, bytesPerSecond, onDropped }: SlowReaderLimits,
): void {
  const open = new Set<Socket>();
  const waiting = new Map<Socket, Progress>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    waiting.delete(socket);
  };
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => forget(socket));
  });
  server.on('upgrade', ({ socket }) => forget(socket));

  const look = () => {
    const now = performance.now();
    for (const socket of open) {
      const sent = sentBytes(socket);
      if (socket.writableLength === 0 || sent === null) {
        waiting.delete(socket);
        continue;
      }
      const last = waiting.get(socket);
      if (last === undefined) waiting.set(socket, { sent, since: now });
      else if (now - last.since >= windowMs) {
        if (sent - last.sent < (bytesPerSecond * (now - last.since)) / 1_000) {
          onDropped();
          socket.destroy();
        } else waiting.set(socket, { sent, since: now });
      }
    }
  };
  const timer = setInterval(look, windowMs / 4);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
