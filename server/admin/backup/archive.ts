import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { link, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { isCode, OperatorError } from '../../db/local-mariadb/index.ts';
import { damaged, isSealed, sealWith, unseal } from './sealed-stream.ts';

/** A digest over the names, sizes and bytes of entries. */
export function createEntryDigest() {
  const hash = createHash('sha256');
  let entries = 0;
  return {
    begin: (name: string, size: number) => {
      entries += 1;
      hash.update(`${name}\0${size}\0`);
    },
    update: (bytes: Buffer) => void hash.update(bytes),
    result: () => ({ entries, sha256: hash.copy().digest('hex') }),
  };
}

/** Writes entries of a backup, one after the other. */
export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Adds an entry of exactly `size` bytes. A source that is shorter is filled with zeros: false. */
  addStream(name: string, size: number, source: AsyncIterable<Buffer>): Promise<boolean>;
  result(): { entries: number; sha256: string };
}

/**
 * Writes a backup to `path`, which must not exist. It appears there only when it is complete and on the disk.
 * @throws {OperatorError} `backup_exists`
 */
export async function writeArchive<T>(
  path: string,
  passphrase: string | null,
  write: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  await refuseExisting(path);
  const draft = `${path}.${process.pid}.partial`;
  const file = await open(draft, 'wx', 0o600);
  try {
    const tar = pack();
    const bytes = tar as AsyncIterable<Buffer>;
    const stored = writeFile(file, passphrase === null ? bytes : sealWith(passphrase)(bytes));
    const written = (async () => {
      const result = await write(writerTo(tar));
      tar.finalize();
      return result;
    })();
    // Whichever fails first ends the other.
    written.catch((error) => tar.destroy(error));
    const [result] = await Promise.all([written, stored]);
    await file.sync();
    await file.close();
    await publish(draft, path);
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Reads the entries of a backup in order. An entry that `use` does not read is skipped.
 * @throws {OperatorError} `passphrase_missing`, `wrong_passphrase`, `backup_damaged`, `backup_missing`
 */
export async function readArchive(
  path: string,
  passphrase: string | null,
  use: (entry: { name: string; size: number; bytes: AsyncIterable<Buffer> }) => Promise<void>,
): Promise<void> {
  const start = await startOf(path);
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const source = isSealed(start) ? Readable.from(unseal(file, requirePassphrase(passphrase))) : file;
  const entries = extract();
  // `pipeline` reports errors of the source; the loop below sees them too, through `entries`.
  const moved = pipeline(source, entries);
  moved.catch(() => undefined);
  try {
    for await (const entry of entries) {
      const { name, size = 0 } = entry.header;
      await use({ name, size, bytes: entry as AsyncIterable<Buffer> });
      entry.resume();
    }
    await moved;
  } catch (error) {
    file.destroy();
    throw asReadError(
      await moved.then(
        () => error,
        (cause) => cause ?? error,
      ),
      error,
    );
  }
}

function writerTo(tar: ReturnType<typeof pack>): ArchiveWriter {
  const digest = createEntryDigest();
  async function addStream(name: string, size: number, source: AsyncIterable<Buffer>): Promise<boolean> {
    digest.begin(name, size);
    let left = size;
    let isWhole = true;
    async function* exactly() {
      for await (const chunk of source) {
        if (chunk.length > left) isWhole = false;
        const taken = chunk.subarray(0, left);
        left -= taken.length;
        digest.update(taken);
        if (taken.length > 0) yield taken;
      }
      if (left > 0) isWhole = false;
      while (left > 0) {
        const zeros = Buffer.alloc(Math.min(left, 64 * 1024));
        left -= zeros.length;
        digest.update(zeros);
        yield zeros;
      }
    }
    await new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
      writeAll(entry, exactly()).catch(reject);
    });
    return isWhole;
  }
  return {
    addStream,
    add: async (name, bytes) => {
      await addStream(
        name,
        bytes.length,
        (async function* () {
          yield bytes;
        })(),
      );
    },
    result: digest.result,
  };
}

/** Writes chunks as fast as the archive takes them. */
async function writeAll(entry: NodeJS.WritableStream, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    if (!entry.write(chunk)) await once(entry, 'drain');
  }
  entry.end();
}

async function refuseExisting(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  throw exists(path);
}

const exists = (path: string) =>
  new OperatorError('backup_exists', `${path} already exists. Choose another name, or remove it first.`);

/** Gives the complete file its name. A hard link never replaces a file that has appeared in the meantime. */
async function publish(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
    await rm(draft);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw exists(path);
    // A file system without hard links, such as that of some network shares.
    await rename(draft, path);
  }
  const folder = await open(dirname(path), 'r').catch(() => null);
  // Windows cannot sync a folder.
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

async function startOf(path: string): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    throw new OperatorError('backup_missing', `There is no file ${path}.`);
  }
}

function requirePassphrase(passphrase: string | null): string {
  if (passphrase !== null) return passphrase;
  throw new OperatorError(
    'passphrase_missing',
    'This backup is encrypted. Give its passphrase: `--passphrase -` reads it from standard input.',
  );
}

function asReadError(cause: unknown, error: unknown): unknown {
  if (cause instanceof OperatorError) return cause;
  if (error instanceof OperatorError) return error;
  if (!(error instanceof Error)) return error;
  const isZlib = (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true;
  return isZlib || /tar|header|end of data|Unexpected/i.test(error.message)
    ? damaged('it is not a complete archive', error)
    : error;
}
