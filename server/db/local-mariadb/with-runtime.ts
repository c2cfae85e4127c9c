import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { attachLocalMariadb, ensureSecretKey } from './attach.ts';
import { holderOf, lockDataDir, type Served } from './data-dir-lock.ts';
import { openLocalMariadb } from './open-local-mariadb.ts';
import { OperatorError } from './operator-error.ts';

/** What a command needs to use the data, and the settings of the server that runs at the same time. */
export interface Runtime extends Partial<Served> {
  databaseUrl: string;
  secretKey: string;
}

interface RuntimeOptions {
  say?: (line: string) => void;
  /** Milliseconds to wait for a server that is starting. */
  patienceMs?: number;
}

/**
 * Runs an operator's command on the right database: that of DATABASE_URL; otherwise the embedded one that
 * a running server has open; otherwise the embedded one, started for the duration of the command.
 * @throws {OperatorError} when DATABASE_URL is set without SECRET_KEY, or the data folder stays in use.
 */
export async function withRuntime<T>(
  config: Pick<Config, 'databaseUrl' | 'secretKey' | 'dataDir'>,
  use: (runtime: Runtime) => Promise<T>,
  { say = () => undefined, patienceMs = 60_000 }: RuntimeOptions = {},
): Promise<T> {
  if (config.databaseUrl) {
    const served = holderOf(config.dataDir)?.served;
    return use({
      // A server with its own database has other data than DATABASE_URL's.
      ...(served?.embeddedDatabase === false && served),
      databaseUrl: config.databaseUrl,
      secretKey: requireSecretKey(config.secretKey),
    });
  }
  const deadline = performance.now() + patienceMs;
  for (;;) {
    // Only a server's database is shared: one that another command has started stops with that command.
    const served = holderOf(config.dataDir)?.served;
    const running = served ? await attachLocalMariadb(config.dataDir) : null;
    if (running) {
      return use({
        ...served,
        databaseUrl: running.url,
        secretKey: config.secretKey ?? ensureSecretKey(config.dataDir),
      });
    }
    try {
      return await withOwnDatabase(config, use, say);
    } catch (error) {
      const isBusy = error instanceof OperatorError && error.code === 'data_dir_in_use';
      if (!isBusy || performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/**
 * Returns the secret key, which must be set when DATABASE_URL is.
 * @throws {OperatorError} when it is missing.
 */
export function requireSecretKey(secretKey: string | undefined): string {
  if (secretKey) return secretKey;
  throw new OperatorError(
    'secret_key_missing',
    'DATABASE_URL is set, so SECRET_KEY must be set as well (32 characters or more, the same on every server).',
  );
}

async function withOwnDatabase<T>(
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  use: (runtime: Runtime) => Promise<T>,
  say: (line: string) => void,
): Promise<T> {
  const lock = await lockDataDir(config.dataDir, { address: 'no address', purpose: 'command' });
  try {
    const database = await openLocalMariadb(lock, { say });
    try {
      return await use({
        databaseUrl: database.url,
        secretKey: config.secretKey ?? ensureSecretKey(config.dataDir),
      });
    } finally {
      await database.stop();
    }
  } finally {
    lock.release();
  }
}
