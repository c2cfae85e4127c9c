import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Database } from '../../db/database.ts';
import { OperatorError, writePrivateFile } from '../../db/local-mariadb/index.ts';
import { migrate } from '../../db/migrate.ts';
import type { Clock } from '../../kernel/clock/clock.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import { readArchive } from './archive.ts';
import { type CheckedBackup, checkBackup, linesOf } from './check.ts';
import { openTarget, type Target } from './load.sql.ts';
import { fileKeyOf, tableOf } from './manifest.ts';
import { damaged } from './sealed-stream.ts';

interface RestoreParts {
  database: Database;
  databaseUrl: string;
  dataDir: string;
  storage: Storage;
  /** Whether files are in `dataDir`, and not in a bucket. */
  hasLocalFiles: boolean;
  clock: Clock;
  /** SECRET_KEY and SECRET_KEY_PREVIOUS, if they are set: the key of the backup must be one of them. */
  givenKeys: readonly string[] | null;
  say(line: string): void;
}

interface RestoreOptions {
  from: string;
  passphrase: string | null;
  /** The name of the database whose contents may be replaced. */
  replace: string | undefined;
}

export interface RestoreResult {
  createdAt: string;
  version: string;
  tables: number;
  rows: number;
  files: number;
  missingFiles: number;
  migrated: string[];
}

/**
 * Loads a backup. The whole file is checked before anything is changed. Until the end the database is marked as
 * incomplete: no server starts on it, and a restore that was interrupted can simply be repeated.
 * @throws {OperatorError} `backup_damaged`, `backup_newer`, `secret_key_differs`, `database_in_use`,
 *   `database_not_empty`, and those of `readArchive`
 */
export async function restoreBackup(
  parts: RestoreParts,
  { from, passphrase, replace }: RestoreOptions,
): Promise<RestoreResult> {
  const { database, say } = parts;
  say('Checking the backup…');
  const backup = await checkBackup(from, passphrase);
  requireKey(parts.givenKeys, backup.secretKey);
  const target = await openTarget(parts.databaseUrl);
  try {
    await requireFree(target, parts.databaseUrl, replace);
    if (target.tables.length > 0 && !target.isHalfRestored) keepEarlierFiles(parts);
    await target.begin();
    await migrate(database, { only: backup.header.migrations, isRestore: true });
    await target.empty();
    await load(target, parts.storage, backup, { from, passphrase, say });
    await compareCounts(target, backup);
    const migrated = await migrate(database, { isRestore: true });
    if (parts.givenKeys === null) writePrivateFile(join(parts.dataDir, 'secret-key'), backup.secretKey);
    await target.end();
    const { header, manifest } = backup;
    return {
      createdAt: header.createdAt,
      version: header.version,
      tables: header.tables.length,
      rows: Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.count,
      missingFiles: manifest.files.missing,
      migrated,
    };
  } finally {
    await target.close();
  }
}

/** Without the key that sealed them, stored credentials and API keys of the backup would be lost. */
function requireKey(given: readonly string[] | null, secretKey: string): void {
  if (given === null || given.includes(secretKey)) return;
  throw new OperatorError(
    'secret_key_differs',
    'SECRET_KEY is not the key of this backup. Set SECRET_KEY to the key that the backed-up server had, or add that key to SECRET_KEY_PREVIOUS.',
  );
}

async function requireFree(target: Target, url: string, replace: string | undefined): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  if (await target.isInUse())
    throw new OperatorError(
      'database_in_use',
      `Other programs are connected to the database "${name}". Stop every server that uses it, then restore.`,
    );
  if (target.isHalfRestored || target.tables.length === 0 || replace === name) return;
  throw new OperatorError(
    'database_not_empty',
    `The database "${name}" is not empty. To delete everything in it and restore the backup, add: --replace ${name}`,
  );
}

/** Moves the files and the key of what is replaced out of the way. The operator deletes them. */
function keepEarlierFiles({ dataDir, hasLocalFiles, givenKeys, clock, say }: RestoreParts): void {
  const stamp = clock.now().toISOString().replace(/\W/g, '').slice(0, 15);
  for (const name of [...(hasLocalFiles ? ['media'] : []), ...(givenKeys === null ? ['secret-key'] : [])]) {
    const path = join(dataDir, name);
    if (!existsSync(path)) continue;
    renameSync(path, `${path}.before-restore-${stamp}`);
    say(`Kept the earlier ${name} as ${name}.before-restore-${stamp}.`);
  }
}

async function load(
  target: Target,
  storage: Storage,
  { header, manifest }: CheckedBackup,
  { from, passphrase, say }: { from: string; passphrase: string | null; say(line: string): void },
): Promise<void> {
  const columnsOf = new Map(header.tables.map(({ name, columns }) => [name, columns]));
  const broken = new Set(manifest.files.broken);
  let current = '';
  await readArchive(from, passphrase, async ({ name, size, bytes }) => {
    const table = tableOf(name);
    const key = fileKeyOf(name);
    if (table !== null) {
      if (table !== current) say(`${table}: ${manifest.tables[table]?.rows ?? 0} rows`);
      current = table;
      const columns = columnsOf.get(table);
      if (!columns) throw damaged(`the table ${table} is not in its header`);
      const loader = await target.loaderOf(table, columns);
      for await (const line of linesOf(bytes)) await loader.add(line);
      await loader.flush();
    } else if (key !== null && !broken.has(key)) {
      await storage.write(key, Readable.from(bytes), { size, mimeType: 'application/octet-stream' });
    }
  });
}

async function compareCounts(target: Target, { manifest }: CheckedBackup): Promise<void> {
  for (const [table, { rows }] of Object.entries(manifest.tables)) {
    const found = await target.count(table);
    if (found !== rows) throw damaged(`${table} has ${found} rows after loading, not ${rows}`);
  }
}
