import type { Readable } from 'node:stream';
import type { Clock } from '../../kernel/clock/clock.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { dumpTable, openSnapshot, type Snapshot } from './dump.sql.ts';
import { type BackupHeader, type BackupManifest, ENTRY, FORMAT } from './manifest.ts';

const MISSING_KEYS_SHOWN = 100;
const BROKEN_MAX = 1_000;

interface BackupParts {
  databaseUrl: string;
  secretKey: string;
  storage: Storage;
  clock: Clock;
  version: string;
  /** Shows progress. */
  say(line: string): void;
}

export interface BackupResult {
  file: string;
  createdAt: string;
  encrypted: boolean;
  tables: number;
  rows: number;
  files: number;
  fileBytes: number;
  missingFiles: number;
}

/**
 * Writes the database, the message files and the secret key into one file. The server may be running: the
 * database is read as it was at one moment, and files are copied afterwards. A file that was deleted in the
 * meantime is counted as missing.
 * @throws {OperatorError} `backup_exists`, `schema_changed`
 */
export async function writeBackup(
  { databaseUrl, secretKey, storage, clock, version, say }: BackupParts,
  { to, passphrase }: { to: string; passphrase: string | null },
): Promise<BackupResult> {
  return writeArchive(to, passphrase, async (archive) => {
    const snapshot = await openSnapshot(databaseUrl);
    try {
      const header: BackupHeader = {
        format: FORMAT,
        version,
        createdAt: clock.now().toISOString(),
        database: snapshot.database,
        migrations: snapshot.migrations,
        tables: snapshot.tables.map(({ name, columns }) => ({ name, columns })),
      };
      await archive.add(ENTRY.header, asBytes(header));
      await archive.add(ENTRY.secretKey, Buffer.from(secretKey));
      const tables = await dumpTables(snapshot, archive, say);
      const files = await copyFiles(snapshot, storage, archive, say);
      const manifest: BackupManifest = { format: FORMAT, tables, files, ...archive.result() };
      await archive.add(ENTRY.manifest, asBytes(manifest));
      return {
        file: to,
        createdAt: header.createdAt,
        encrypted: passphrase !== null,
        tables: header.tables.length,
        rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
        files: files.count,
        fileBytes: files.bytes,
        missingFiles: files.missing,
      };
    } finally {
      await snapshot.close();
    }
  });
}

async function dumpTables(
  snapshot: Snapshot,
  archive: ArchiveWriter,
  say: BackupParts['say'],
): Promise<BackupManifest['tables']> {
  const done: BackupManifest['tables'] = {};
  for (const [index, table] of snapshot.tables.entries()) {
    const outcome = await dumpTable(snapshot, table, archive);
    done[table.name] = outcome;
    say(`${index + 1}/${snapshot.tables.length} ${table.name}: ${outcome.rows} rows`);
  }
  return done;
}

/** Copies the files that the snapshot's rows name, read page by page. */
async function copyFiles(
  snapshot: Snapshot,
  storage: Storage,
  archive: ArchiveWriter,
  say: BackupParts['say'],
): Promise<BackupManifest['files']> {
  const files = { count: 0, bytes: 0, missing: 0, missingKeys: [] as string[], broken: [] as string[] };
  const media = snapshot.tables.find(({ name }) => name === 'media');
  if (!media) return files;
  const places = ['storage_key', 'thumbnail_key'].map((name) => media.columns.indexOf(name));
  for await (const row of snapshot.rows(media)) {
    for (const place of places) {
      const key = row[place]?.toString();
      if (key === undefined) continue;
      const size = await storage.sizeOf(key);
      const source = size === null ? null : await storage.read(key).catch(() => null);
      if (size === null || !source) {
        files.missing += 1;
        if (files.missingKeys.length < MISSING_KEYS_SHOWN) files.missingKeys.push(key);
      } else if (await archive.addStream(ENTRY.file(key), size, untilBroken(source))) {
        files.count += 1;
        files.bytes += size;
        if (files.count % 1_000 === 0) say(`${files.count} files`);
      } else {
        files.missing += 1;
        files.broken.push(key);
        if (files.broken.length > BROKEN_MAX)
          throw new Error('more than 1,000 files cannot be read: check the disk');
      }
    }
  }
  say(
    `${files.count} files, ${files.bytes} bytes${files.missing > 0 ? `; ${files.missing} are missing` : ''}`,
  );
  return files;
}

/** Ends where reading fails, as when the file is deleted: the archive then reports it as incomplete. */
async function* untilBroken(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield chunk as Buffer;
  } catch {
    // `addStream` sees that bytes are missing.
  }
}

function asBytes(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
