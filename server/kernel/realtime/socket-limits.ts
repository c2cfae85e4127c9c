import type { Socket } from 'socket.io';
import type { UserActor } from '../auth/actor.ts';
import type { Logger } from '../logging/logger.ts';

/** The sockets that one server keeps open; more handshakes are refused. */
export const SOCKETS_PER_SERVER = 5_000;
const PER_TENANT = 200;
const PER_PERSON = 20;
const PER_SESSION = 10;

/** What a reader may leave unread. A dashboard that reads has a few KB at most. */
const UNSENT_BYTES_MAX = 1_048_576;

/** Counts the open sockets of this server. */
export interface SocketPlaces {
  /** Takes a place for a socket; returns how to give it back, or null when the person has no place left. */
  take(actor: UserActor): (() => void) | null;
}

export function createSocketPlaces(): SocketPlaces {
  const taken = new Map<string, number>();
  const limitsOf = ({ scope, id, sessionId }: UserActor): [name: string, limit: number][] => [
    [`tenant:${scope.tenantId}`, PER_TENANT],
    [`person:${id}`, PER_PERSON],
    [`session:${sessionId}`, PER_SESSION],
  ];
  return {
    take: (actor) => {
      const limits = limitsOf(actor);
      if (limits.some(([name, limit]) => (taken.get(name) ?? 0) >= limit)) return null;
      for (const [name] of limits) taken.set(name, (taken.get(name) ?? 0) + 1);
      return () => {
        for (const [name] of limits) {
          const left = (taken.get(name) ?? 1) - 1;
          if (left === 0) taken.delete(name);
          else taken.set(name, left);
        }
      };
    },
  };
}

/** The connection's WebSocket, which engine.io does not declare. */
interface Wire {
  readonly bufferedAmount: number;
  terminate(): void;
}

/** Ends a connection whose reader has left more than 1 MB unread: what is unsent is kept in memory. */
export function dropWhenSlow(conn: Socket['conn'], onDrop: () => void): void {
  let queued = 0;
  conn.on('packetCreate', ({ data }: { data?: unknown }) => {
    queued += typeof data === 'string' ? data.length : 0;
    const { socket: wire } = conn.transport as { socket?: Wire };
    if (!wire || queued + wire.bufferedAmount <= UNSENT_BYTES_MAX) return;
    onDrop();
    // Not `close`, which waits until everything is sent.
    wire.terminate();
  });
  conn.on('flush', () => {
    queued = 0;
  });
}

/** Packets of one connection in ten seconds. A dashboard sends some tens: signals of presence and answers to pings. */
const PACKETS_MAX = 200;
const PACKETS_MS = 10_000;

/**
 * Ends a connection that sends more packets than any page does. Each is read before it is known what it says, and one
 * with a ticket asks the database.
 */
export function dropWhenNoisy(conn: Socket['conn'], logger: Pick<Logger, 'info'>): void {
  let [began, packets] = [performance.now(), 0];
  conn.on('packet', () => {
    const now = performance.now();
    if (now - began > PACKETS_MS) [began, packets] = [now, 0];
    packets += 1;
    if (packets !== PACKETS_MAX) return;
    logger.info('noisy socket dropped');
    // What has arrived with this packet would still be read.
    conn.removeAllListeners('data');
    (conn.transport as { socket?: Wire }).socket?.terminate();
  });
}
