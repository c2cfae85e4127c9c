import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../../config.ts';
import type { DataDirLock } from './data-dir-lock.ts';
import { type DatabaseServer, findDatabaseServer } from './find-database-server.ts';
import { ensureInitialised } from './initialise.ts';
import { OperatorError } from './operator-error.ts';
import { endLeftovers, type ServerInstance, startInstance } from './server-instance.ts';

/** The embedded database, kept running until `stop` is called. */
export interface LocalMariadb {
  /** Stays the same when the server is restarted after a crash. */
  readonly url: string;
  /** Stops it cleanly; safe to call twice. */
  stop(): Promise<void>;
  /** Adds a listener for a crash after which the server could not be restarted. */
  onFailure(listener: (error: Error) => void): void;
}

interface OpenOptions {
  say: (line: string) => void;
  /** Aborts the start, and stops what was started. */
  signal?: AbortSignal | undefined;
  /** False for tests: commits need not survive a crash of the machine. */
  isDurable?: boolean;
}

const restartAttempts = 10;

/**
 * Starts the database of a data folder: stops leftovers of a killed run, creates the tables the first
 * time, and restarts the server on the same port when it crashes.
 * @param lock proof that no other process uses the folder.
 */
export async function openLocalMariadb(
  lock: DataDirLock,
  { say, signal, isDurable = true }: OpenOptions,
): Promise<LocalMariadb> {
  const { dataDir } = lock;
  const database = requireDatabaseServer();
  if (await endLeftovers(dataDir)) say('Stopped a database that an earlier run had left behind.');
  await ensureInitialised(dataDir, database, say);
  signal?.throwIfAborted();
  const first = await startOnFreePort({ dataDir, database, say, signal, isDurable });
  const { port, url } = first;
  let instance = first.instance;
  let stopping = false;
  const stopStarting = new AbortController();
  const listeners: Array<(error: Error) => void> = [];

  const supervise = async () => {
    for (;;) {
      await instance.exited;
      if (stopping) return;
      say('The database stopped unexpectedly; starting it again.');
      instance = await restart();
      if (stopping) return instance.stop();
      say('The database is running again.');
    }
  };
  const restart = async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await endLeftovers(dataDir);
        return await startInstance({ dataDir, database, port, say, signal: stopStarting.signal, isDurable });
      } catch (error) {
        if (stopping || attempt >= restartAttempts) throw error;
        await sleep(Math.min(200 * 2 ** attempt, 5_000));
      }
    }
  };
  const supervised = supervise().catch((error: Error) => {
    if (!stopping) for (const listener of listeners) listener(error);
  });

  return {
    url,
    onFailure: (listener) => listeners.push(listener),
    stop: async () => {
      stopping = true;
      stopStarting.abort();
      await instance.stop();
      await supervised;
    },
  };
}

async function startOnFreePort(options: Omit<Parameters<typeof startInstance>[0], 'port'>) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      const instance: ServerInstance = await startInstance({ ...options, port });
      return { instance, port, url: instance.url };
    } catch (error) {
      // Another process may have taken the port before the server opened it.
      const isPortTaken = error instanceof OperatorError && /port:? \d+|already in use/i.test(error.message);
      if (!isPortTaken || attempt >= 3) throw error;
    }
  }
}

function requireDatabaseServer(): DatabaseServer {
  const found = findDatabaseServer(childEnvironment({}).PATH ?? '');
  if (found) return found;
  throw new OperatorError(
    'database_missing',
    'No MariaDB (10.6 or later) or MySQL (8.0 or later) server was found: run `npm start`, which says how to get it, or set DATABASE_URL.',
  );
}

/** Returns a port of the loopback address that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}
