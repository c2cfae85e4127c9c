import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { lockDataDir, openLocalMariadb } from '../../server/db/local-mariadb/index.ts';
import { pidOf } from '../launcher/launcher-process.ts';

/** Starts the test's own database as `npm start` does, with ways to kill and freeze it. */
export async function ownDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-kill-'));
  const lock = await lockDataDir(dataDir, { address: 'the fault tests', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  const signal = (name: NodeJS.Signals) => process.kill(pidOf(dataDir, 'mariadbd'), name);
  onTestFinished(async () => {
    signal('SIGCONT');
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    databaseUrl: database.url,
    kill: () => signal('SIGKILL'),
    /** Keeps its connections and accepts new ones, but does not respond until it is thawed. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}
