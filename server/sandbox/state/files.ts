import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** The bytes of files, by id. */
export interface Files {
  /** Stores a file and then resolves. A crash before that leaves no file under the id. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** Returns the bytes; null if there are none. */
  read(id: string): Buffer | null;
  stream(id: string): Readable | null;
  remove(id: string): void;
  clear(): void;
}

/** Keeps files in a folder, or in memory when `folder` is null. */
export function openFiles(folder: string | null): Files {
  return folder === null ? inMemory() : inFolder(folder);
}

function inMemory(): Files {
  const kept = new Map<string, Buffer>();
  return {
    put: async (id, bytes) => void kept.set(id, bytes),
    read: (id) => kept.get(id) ?? null,
    stream: (id) => {
      const bytes = kept.get(id);
      return bytes ? Readable.from([bytes]) : null;
    },
    remove: (id) => void kept.delete(id),
    clear: () => kept.clear(),
  };
}

function inFolder(folder: string): Files {
  const place = (id: string) => join(folder, id);
  return {
    async put(id, bytes) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${place(id)}.new`, bytes, { mode: 0o600 });
      await rename(`${place(id)}.new`, place(id));
    },
    read: (id) => (existsSync(place(id)) ? readFileSync(place(id)) : null),
    stream: (id) => (existsSync(place(id)) ? createReadStream(place(id)) : null),
    remove: (id) => rmSync(place(id), { force: true }),
    clear() {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
    },
  };
}
