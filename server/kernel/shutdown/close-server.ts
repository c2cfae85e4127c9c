import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const SWEEP_MS = 50;
/** The time that a new connection has for its first request once the server closes. */
const GRACE_MS = 500;

/**
 * Returns a function that closes a server; call this before the server listens. Closing accepts no new
 * connections and lets requests in progress finish. A kept-alive connection becomes idle only after its last
 * response, so idle ones are closed repeatedly until none is left. Node counts a connection without a request
 * as busy for a minute, and browsers open such connections in advance: they get half a second. What is still in progress after
 * `limitMs`, such as an upload over a slow connection, is cut off, so that the rest of a stop has its time.
 */
export function closable(server: Server): (limitMs?: number) => Promise<void> {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  server.on('upgrade', ({ socket }) => unused.delete(socket));
  return (limitMs) =>
    new Promise((resolve) => {
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const grace = setTimeout(() => {
        for (const socket of unused) socket.destroy();
      }, GRACE_MS);
      const limit =
        limitMs === undefined ? undefined : setTimeout(() => server.closeAllConnections(), limitMs);
      server.close(() => {
        clearInterval(sweep);
        clearTimeout(grace);
        clearTimeout(limit);
        resolve();
      });
      server.closeIdleConnections();
    });
}
