import type { Server } from 'node:http';

const SWEEP_MS = 50;

/**
 * Stops accepting connections and lets running requests finish. A kept-alive connection becomes idle only after its
 * last response, so idle connections are closed repeatedly until none is left.
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
