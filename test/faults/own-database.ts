import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { lockDataDir, openLocalMariadb } from '../../server/db/local-mariadb/index.ts';
import { pidOf } from '../launcher/launcher-process.ts';

/** A database in a data folder of the test's own, kept up as `npm start` keeps it, and ways to kill and freeze it. */
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
    /** It keeps its connections and takes new ones, but answers nothing until it is thawed. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}
