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

  it('is small, and the same on every machine', () => {
    buildTinyModel(join(folder, 'tiny.gguf'));
    const bytes = readFileSync(join(folder, 'tiny.gguf'));
    expect(bytes.subarray(0, 4).toString()).toBe('GGUF');
    expect(bytes.length).toBeLessThan(8_000_000);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      'd401f434ad55d02ee720718b7d7f37f7e28116de6b3f56b5dd43d2c447bf9b87',
    );
  });

  it('can have as many tokens as large vocabularies', () => {
    const words = Array.from({ length: 200_000 }, (_, index) => `w${index}`);
    const path = join(folder, 'words.gguf');
    writeGguf(path, { words: { is: 'texts', value: words } }, []);
    expect(readFileSync(path).includes('w199999')).toBe(true);
  });

  it('leaves no file when it cannot be written completely', () => {
    const short = { name: 'short', shape: [32], type: 'F32' as const, pieces: () => [new Uint8Array(4)] };
    expect(() => writeGguf(join(folder, 'broken.gguf'), {}, [short])).toThrow('has 4 bytes, not the 128');
    expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});
