import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeGguf } from '../../models/tools/gguf-file.ts';
import { buildTinyModel } from '../../models/tools/tiny-model.ts';

describe('the tiny model', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-tiny-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('comes out the same on every machine, and small', () => {
    buildTinyModel(join(folder, 'tiny.gguf'));
    const bytes = readFileSync(join(folder, 'tiny.gguf'));
    expect(bytes.subarray(0, 4).toString()).toBe('GGUF');
    expect(bytes.length).toBeLessThan(8_000_000);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      'a855e660865de8b4811e932ae6840c8b8893ba530d82537f7c384f9959d9dbff',
    );
  });

  it('may have as many words as large vocabularies have', () => {
    const words = Array.from({ length: 200_000 }, (_, index) => `w${index}`);
    const path = join(folder, 'words.gguf');
    writeGguf(path, { words: { is: 'texts', value: words } }, []);
    expect(readFileSync(path).includes('w199999')).toBe(true);
  });

  it('leaves nothing behind when it cannot be written whole', () => {
    const short = { name: 'short', shape: [32], type: 'F32' as const, pieces: () => [new Uint8Array(4)] };
    expect(() => writeGguf(join(folder, 'broken.gguf'), {}, [short])).toThrow('has 4 bytes, not the 128');
    expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});
