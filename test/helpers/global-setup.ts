import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { holderOf, lockDataDir, openLocalMariadb } from '../../server/db/local-mariadb/index.ts';
import { fastFolder } from './fast-folder.ts';
import { dumpMigrated } from './schema-template.ts';

const prefix = 'switchboard-tests-';

/**
 * Starts one database server for the whole run, as `npm start` does, with its own data folder.
 * Tests read its address with `inject('databaseUrl')`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeAbandoned();
  const dataDir = mkdtempSync(join(fastFolder(), prefix));
  const lock = await lockDataDir(dataDir, { address: 'the test run', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined, isDurable: false });
  project.provide('databaseUrl', database.url);
  // The server's own database is the template for those that the tests create.
  project.provide('schema', await dumpMigrated(database.url));
  return async () => {
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Deletes the folders of killed runs, 100 MB each. Their databases end automatically. */
function removeAbandoned(): void {
  for (const name of readdirSync(fastFolder())) {
    const folder = join(fastFolder(), name);
    if (!name.startsWith(prefix) || statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.())
      continue;
    if (!holderOf(folder)) rmSync(folder, { recursive: true, force: true });
  }
}
