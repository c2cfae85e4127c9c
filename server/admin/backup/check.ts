import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../../db/local-mariadb/index.ts';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import { createEntryDigest, readArchive } from './archive.ts';
import {
  type BackupHeader,
  type BackupManifest,
  ENTRY,
  FORMAT,
  fileKeyOf,
  HeaderSchema,
  ManifestSchema,
  tableOf,
} from './manifest.ts';
import { damaged } from './sealed-stream.ts';

const SMALL_ENTRY_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

export interface CheckedBackup {
  header: BackupHeader;
  manifest: BackupManifest;
  secretKey: string;
}

/**
 * Reads a whole backup and compares it with its manifest, before anything is changed.
 * @throws {OperatorError} `backup_damaged`, `backup_newer`, and those of `readArchive`
 */
export async function checkBackup(path: string, passphrase: string | null): Promise<CheckedBackup> {
  const digest = createEntryDigest();
  const tables = new Map<string, { rows: number; hash: ReturnType<typeof createHash> }>();
  let header: BackupHeader | null = null;
  let manifest: BackupManifest | null = null;
  let secretKey: string | null = null;
  await readArchive(path, passphrase, async ({ name, size, bytes }) => {
    if (manifest) throw damaged('entries follow its manifest');
    if (name === ENTRY.manifest) {
      manifest = parse(ManifestSchema, await small(bytes, size));
      return;
    }
    digest.begin(name, size);
    const seen = seenBy(bytes, digest.update);
    const table = tableOf(name);
    if (name === ENTRY.header) header = readHeader(await small(seen, size));
    else if (name === ENTRY.secretKey) secretKey = (await small(seen, size)).toString();
    else if (table !== null) {
      const found = tables.get(table) ?? { rows: 0, hash: createHash('sha256') };
      tables.set(table, found);
      for await (const line of linesOf(seen)) {
        found.rows += 1;
        found.hash.update(`${line}\n`);
      }
    } else if (fileKeyOf(name) !== null) for await (const _ of seen);
    else throw damaged(`the entry ${name.slice(0, 80)} is unknown`);
  });
  if (!header || !manifest || secretKey === null) throw damaged('it is incomplete');
  compare(header, manifest, tables, digest.result());
  return { header, manifest, secretKey };
}

function compare(
  header: BackupHeader,
  manifest: BackupManifest,
  tables: ReadonlyMap<string, { rows: number; hash: ReturnType<typeof createHash> }>,
  found: { entries: number; sha256: string },
): void {
  if (found.entries !== manifest.entries || found.sha256 !== manifest.sha256)
    throw damaged('its contents do not match its manifest');
  const empty = createHash('sha256').digest('hex');
  for (const { name } of header.tables) {
    const stated = manifest.tables[name];
    const table = tables.get(name);
    const sha256 = table?.hash.digest('hex') ?? empty;
    if (stated?.rows !== (table?.rows ?? 0) || stated.sha256 !== sha256)
      throw damaged(`the rows of ${name} do not match its manifest`);
  }
}

/** @throws {OperatorError} `backup_newer` for a backup of a later version. */
function readHeader(text: Buffer): BackupHeader {
  const header = parse(HeaderSchema, text);
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = header.migrations.filter((name) => !known.has(name));
  if (header.format <= FORMAT && unknown.length === 0) return header;
  throw new OperatorError(
    'backup_newer',
    `A newer version of Switchboard (${header.version}) wrote this backup. Restore it with that version or later.`,
  );
}

/** Yields the lines of a compressed entry. Only a line feed ends one: `node:readline` splits at U+2028 too, from Node 24 on. */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const source = Readable.from(bytes);
  const text = createGunzip();
  source.once('error', (error) => text.destroy(error));
  let begun: Buffer[] = [];
  for await (const chunk of source.pipe(text) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString();
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}

async function* seenBy(bytes: AsyncIterable<Buffer>, see: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    see(chunk);
    yield chunk;
  }
}

async function small(bytes: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  if (size > SMALL_ENTRY_BYTES) throw damaged('an entry is too large');
  const parts: Buffer[] = [];
  for await (const chunk of bytes) parts.push(chunk);
  return Buffer.concat(parts);
}

function parse<T>(schema: { parse(value: unknown): T }, text: Buffer): T {
  try {
    return schema.parse(JSON.parse(text.toString()));
  } catch (error) {
    throw damaged('its description cannot be read', error);
  }
}
