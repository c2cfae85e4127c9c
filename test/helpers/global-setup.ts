import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { holderOf, lockDataDir, openLocalMariadb } from '../../server/db/local-mariadb/index.ts';

const prefix = 'switchboard-tests-';

/**
 * One database server for the whole run, the same that `npm start` would bring up, in a data folder of
 * its own. Tests get its address as `inject('databaseUrl')`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeAbandoned();
  const dataDir = mkdtempSync(join(tmpdir(), prefix));
  const lock = await lockDataDir(dataDir, { address: 'the test run', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  project.provide('databaseUrl', database.url);
  return async () => {
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A killed run leaves its folder (its database ends by itself); 100 MB each, so the next run clears up. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(prefix) || statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.())
      continue;
    if (!holderOf(folder)) rmSync(folder, { recursive: true, force: true });
  }
}
