import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/db/local-mariadb/index.ts';

export const SECRET_KEY = 'a secret of the kill tests, long enough';

/** The built API server in its own process, which can be killed and started again on the same port. */
export interface ServerProcess {
  readonly url: string;
  pid(): number;
  /** Returns the warnings and errors it has written since its first start. */
  output(): string;
  /** Starts it; resolves when it is ready. */
  start(): Promise<void>;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGSTOP; `thaw` sends SIGCONT, and it continues. */
  freeze(): void;
  thaw(): void;
  /** Sends SIGTERM; resolves to the exit code and the time it took. */
  terminate(): Promise<{ code: number | null; ms: number }>;
}

export interface ServerProcessOptions {
  databaseUrl: string;
  graphUrl: string;
  environment?: Record<string, string>;
}

const bundle = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const START_MS = 30_000;

/** Prepares a server on a free port, the only one of its database, like the embedded default. */
export async function prepareServer(options: ServerProcessOptions): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  let child: ChildProcess | undefined;
  let exit: Promise<number | null> = Promise.resolve(null);

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [bundle], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: options.databaseUrl,
        SECRET_KEY,
        EMBEDDED_DATABASE: '1',
        GRAPH_URL: options.graphUrl,
        LOG_LEVEL: 'warn',
        RATE_LIMIT_KEY_PER_MINUTE: '1000000',
        RATE_LIMIT_TENANT_PER_MINUTE: '1000000',
        ...options.environment,
      },
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child = started;
    exit = new Promise((resolve) => started.once('exit', (code) => resolve(code)));
    await untilReady(
      url,
      () => started.exitCode !== null || started.signalCode !== null,
      () => output,
    );
  }

  return {
    url,
    pid: () => child?.pid ?? 0,
    output: () => output,
    start,
    kill: async () => {
      child?.kill('SIGKILL');
      await exit;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    terminate: async () => {
      const startedAt = performance.now();
      child?.kill('SIGTERM');
      return { code: await exit, ms: performance.now() - startedAt };
    },
  };
}

async function untilReady(url: string, hasEnded: () => boolean, output: () => string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    // A second server without Redis is not ready, but works: several tests run two of them.
    const isReady = await fetch(`${url}/readyz`).then(
      async (response) => response.ok || /"another server/.test(await response.text()),
      () => false,
    );
    if (isReady) return;
    if (hasEnded() || Date.now() > deadline) throw new Error(`the server did not start:\n${output()}`);
    await sleep(20);
  }
}
