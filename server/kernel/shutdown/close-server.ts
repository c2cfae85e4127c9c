import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const SWEEP_MS = 50;
/** How long a new connection may take to send its first request once the server closes. */
const GRACE_MS = 500;

/**
 * Returns the function that closes a server; call this before it listens. Closing takes no new connection and lets the
 * requests in hand finish. A connection that is kept alive turns idle only when its last answer is out, so idle ones
 * are closed again and again until none is left. Node counts a connection without any request as busy for a minute,
 * and browsers open such connections in advance: they get half a second.
 */
export function closable(server: Server): () => Promise<void> {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  server.on('upgrade', ({ socket }) => unused.delete(socket));
  return () =>
    new Promise((resolve) => {
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const grace = setTimeout(() => {
        for (const socket of unused) socket.destroy();
      }, GRACE_MS);
      server.close(() => {
        clearInterval(sweep);
        clearTimeout(grace);
        resolve();
      });
      server.closeIdleConnections();
    });
}
