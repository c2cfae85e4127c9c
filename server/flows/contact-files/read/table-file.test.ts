import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTableFile } from './table-file.ts';

const HANDLES = '/proc/self/fd';

/** Returns how often this process has a file open. */
function handlesOf(path: string): number {
  return readdirSync(HANDLES).filter((handle) => {
    try {
      return readlinkSync(join(HANDLES, handle)) === path;
    } catch {
      // Of a file that was closed meanwhile.
      return false;
    }
  }).length;
}

it.runIf(existsSync(HANDLES))(
  'leaves no file open whose header is refused, or whose rows nobody reads',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'switchboard-table-'));
    try {
      const path = join(folder, 'people.csv');
      const rows = Array.from({ length: 20_000 }, (_, row) => `Ana ${row},+1 555 010 ${row}`).join('\n');
      await writeFile(path, `Ana,+1 555 010 0123\n${rows}\n`);
      await expect(openTableFile(path)).rejects.toMatchObject({ code: 'import_file_invalid' });
      await expect.poll(() => handlesOf(path)).toBe(0);
      await writeFile(path, `Name,Phone\n${rows}\n`);
      const file = await openTableFile(path);
      expect(file.headers).toEqual(['Name', 'Phone']);
      await file.close();
      await expect.poll(() => handlesOf(path)).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
