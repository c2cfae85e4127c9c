import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPrivateFile, unusable, writePrivateFile } from './private-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('creates a file once, and replaces it', () => {
  const path = join(folder, 'secret');
  expect([createPrivateFile(path, 'one'), createPrivateFile(path, 'two')]).toEqual([true, false]);
  expect(readFileSync(path, 'utf8')).toBe('one');
  writePrivateFile(path, 'three');
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['three', ['secret']]);
});

it('says which folder cannot be used and what to do, and leaves nothing', () => {
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'taken', 'by'), { recursive: true });
  const below = join(folder, 'file', 'secret');
  for (const work of [
    () => writePrivateFile(below, 'text'),
    () => createPrivateFile(below, 'text'),
    () => writePrivateFile(join(folder, 'taken'), 'text'),
  ]) {
    expect(work).toThrow(
      expect.objectContaining({
        name: 'OperatorError',
        code: 'data_dir_unusable',
        message: expect.stringMatching(
          /^The data folder .* cannot be used .*: give it to this user, or set another DATA_DIR\.$/,
        ),
      }),
    );
  }
  expect(readdirSync(folder).sort()).toEqual(['file', 'taken']);
});

it('says that the disk is full', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(unusable('/data/run', error).message).toBe(
    'The disk of /data/run is full (ENOSPC: no space left on device, write): free some space, or set another DATA_DIR.',
  );
});
