import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { lockDataDir, openLocalMariadb } from '../../server/db/local-mariadb/index.ts';
import { pidOf } from '../launcher/launcher-process.ts';

/** A database in a data folder of the test's own, kept up as `npm start` keeps it, and a way to kill it. */
export async function ownDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-kill-'));
  const lock = await lockDataDir(dataDir, { address: 'the fault tests', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  onTestFinished(async () => {
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { databaseUrl: database.url, kill: () => process.kill(pidOf(dataDir, 'mariadbd'), 'SIGKILL') };
}
