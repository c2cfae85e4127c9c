import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeArchive } from './archive.ts';
import { checkBackup } from './check.ts';
import { ENTRY } from './manifest.ts';

it('reports rows that cannot be decompressed as a damaged backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-check-'));
  const path = join(folder, 'backup');
  try {
    const rows = gzipSync('["a row"]\n'.repeat(1_000)).fill(0x2a, 12, 24);
    await writeArchive(path, null, (archive) => archive.add(ENTRY.table('contacts', 1), rows));
    await expect(checkBackup(path, null)).rejects.toMatchObject({ code: 'backup_damaged' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
