import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { holderOf, lockDataDir, openLocalMariadb } from '../../server/db/local-mariadb/index.ts';
import { fastFolder } from './fast-folder.ts';
import { dumpMigrated } from './schema-template.ts';

const prefix = 'switchboard-tests-';

/**
 * One database server for the whole run, the same that `npm start` would bring up, in a data folder of
 * its own. Tests get its address as `inject('databaseUrl')`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeAbandoned();
  const dataDir = mkdtempSync(join(fastFolder(), prefix));
  const lock = await lockDataDir(dataDir, { address: 'the test run', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined, isDurable: false });
  project.provide('databaseUrl', database.url);
  // The server's own database is the template of those that the tests make.
  project.provide('schema', await dumpMigrated(database.url));
  return async () => {
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A killed run leaves its folder (its database ends by itself); 100 MB each, so the next run clears up. */
function removeAbandoned(): void {
  for (const name of readdirSync(fastFolder())) {
    const folder = join(fastFolder(), name);
    if (!name.startsWith(prefix) || statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.())
      continue;
    if (!holderOf(folder)) rmSync(folder, { recursive: true, force: true });
  }
}
