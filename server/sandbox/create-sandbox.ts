import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type Express } from 'express';
import { type Logger, pino } from 'pino';
import { loopbackOnly } from './control/loopback-only.ts';
import { controlRouter } from './control/router.ts';
import { graphRouter } from './graph/router.ts';
import { downloadsRouter } from './media/downloads.ts';
import { phoneRouter } from './phone/router.ts';
import { openPlatform, type Platform } from './platform.ts';

interface SandboxOptions {
  /** Chats and undelivered callbacks are stored in its folder `sandbox`; without it only in memory. */
  readonly dataDir?: string;
  readonly host?: string;
  /** 0 (the default) uses a free port. */
  readonly port?: number;
  readonly log?: Logger;
}

export interface Sandbox {
  readonly app: Express;
  /** Binds the port, then opens the store. @returns the address, which is also the base of the graph API. */
  listen(): Promise<{ readonly url: string; readonly port: number }>;
  /** Closes all connections and timers. Resolves when all accepted data is on disk. */
  close(): Promise<void>;
}

/** Creates the simulated platform, which can run in this process or in a separate one. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { dataDir, host = '127.0.0.1', port = 0, log = pino({ level: 'silent' }) } = options;
  const app = express().disable('x-powered-by').disable('etag');
  let server: Server | null = null;
  let platform: Platform | null = null;

  function open(): void {
    platform = openPlatform(dataDir === undefined ? null : join(dataDir, 'sandbox', 'journal.ndjson'), log);
    app.get('/healthz', (_request, response) => {
      response.json({ status: 'ok' });
    });
    app.use('/control', loopbackOnly, controlRouter(platform));
    app.use(graphRouter(platform));
    app.use(downloadsRouter(platform));
    app.use(loopbackOnly, phoneRouter());
  }

  return {
    app,
    async listen() {
      server = createServer(app);
      // After binding the port and before handling requests; see `openStore`.
      const bound = await new Promise<AddressInfo>((resolve, reject) => {
        server?.once('error', reject).listen(port, host, () => {
          try {
            open();
            resolve(server?.address() as AddressInfo);
          } catch (error) {
            reject(error);
          }
        });
      });
      const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
      const url = `http://${name.includes(':') ? `[${name}]` : name}:${bound.port}`;
      return { url, port: bound.port };
    },
    async close() {
      server?.closeAllConnections();
      await new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve()));
      await platform?.close();
    },
  };
}
