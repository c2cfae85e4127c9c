import type { Server } from 'node:http';

const SWEEP_MS = 50;

/**
 * Takes no new connection and lets the requests in hand finish. A connection that is kept alive turns
 * idle only when its last answer is out, so idle ones are closed again and again until none is left.
 */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
