import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { ServerRow } from './servers.repository.ts';

/** The place where a server stores files, and how it finds out which servers share it. */
export interface FilePlace {
  /** Returns its name: the same for servers that share it, but also for one with a copy of the folder. */
  name(): Promise<string>;
  /** Shows the others in the folder how far this server's heartbeat is. */
  show(self: Sign): Promise<void>;
  /** Removes, once, what killed servers have left in the folder: the old signs of those that are not among `rows`. */
  clear(self: Buffer, rows: readonly Sign[]): Promise<void>;
  /** Returns whether a server with the same name sees the same files. */
  isSharedWith(row: Sign): Promise<boolean>;
  end(self: Buffer): Promise<void>;
}

type Sign = Pick<ServerRow, 'id' | 'beats'>;

/** The length of a number in a sign: it is written over the last one, for which even a full disk has room. */
const DIGITS = 12;
/** The age of a sign that no server writes any more, by the clock of the disk. */
const OLD_MS = 60_000;

/**
 * Returns the place of files. A bucket has a name. A folder has an id in a file, because a path says nothing about other machines;
 * and because a clone of a machine has a copy of that file, each server also keeps its heartbeat in the folder, where only those
 * see it move that share the folder (decision 0253).
 * @param beatsApart how far the heartbeat in the folder may be from the one in the database.
 */
export function createFilePlace(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  beatsApart: number,
): FilePlace {
  if (s3) {
    const name = `bucket ${s3.endpoint ?? 'aws'} ${s3.bucket}`.slice(0, 255);
    return {
      name: async () => name,
      show: async () => undefined,
      clear: async () => undefined,
      isSharedWith: async () => true,
      end: async () => undefined,
    };
  }
  const signs = join(dataDir, 'media-folder-servers');
  const signOf = (id: Buffer) => join(signs, id.toString('hex'));
  let isCleared = false;

  return {
    name: async () => {
      const file = join(dataDir, 'media-folder-id');
      await mkdir(dataDir, { recursive: true });
      await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch(unlessThere);
      return `folder ${(await readFile(file, 'utf8')).trim()}`.slice(0, 255);
    },
    show: ({ id, beats }) => overwrite(signs, signOf(id), String(beats).padStart(DIGITS, '0')),
    clear: async (self, rows) => {
      if (isCleared) return;
      const { mtimeMs: now } = await stat(signOf(self));
      const known = new Set(rows.map(({ id }) => id.toString('hex')));
      for (const name of (await readdir(signs)).filter((one) => !known.has(one))) {
        const sign = await stat(join(signs, name)).catch(() => null);
        // A younger one is of a server that is about to register.
        if (sign && now - sign.mtimeMs > OLD_MS) await rm(join(signs, name), { force: true });
      }
      isCleared = true;
    },
    isSharedWith: async ({ id, beats }) => {
      const shown = await readFile(signOf(id), 'utf8').catch(() => null);
      return shown !== null && Math.abs(Number(shown) - beats) <= beatsApart;
    },
    end: (self) => rm(signOf(self), { force: true }),
  };
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Writes over the beginning of a file, which is created when it is missing. */
async function overwrite(folder: string, path: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path, text, { flag: 'wx', mode: 0o600 }).catch(async (error: NodeJS.ErrnoException) => {
    unlessThere(error);
    const file = await open(path, 'r+');
    try {
      await file.write(text, 0);
    } finally {
      await file.close();
    }
  });
}
