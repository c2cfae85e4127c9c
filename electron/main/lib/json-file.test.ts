import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonFile } from './json-file.ts';

const schema = z.strictObject({ count: z.int() });
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'json-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const open = (path = join(folder, 'state.json')) => jsonFile(path, schema, { count: 0 });

it('keeps a value for the next start', () => {
  expect(open().write({ count: 3 })).toBe(true);
  expect(open().read()).toEqual({ count: 3 });
  expect(readdirSync(folder)).toEqual(['state.json']);
});

it.each(['{"count": 1', '{"count": "1"}', '', '[]', '\0\0'])('sets a damaged file aside: %j', (text) => {
  writeFileSync(join(folder, 'state.json'), text);
  expect(open().read()).toEqual({ count: 0 });
  expect(readFileSync(join(folder, 'state.json.bad'), 'utf8')).toBe(text);
});

it('starts without a damaged file that cannot be set aside', () => {
  writeFileSync(join(folder, 'state.json'), 'damaged');
  mkdirSync(join(folder, 'state.json.bad'));
  writeFileSync(join(folder, 'state.json.bad', 'kept'), '');
  expect(open().read()).toEqual({ count: 0 });
});

it('goes on with a value that cannot be stored, such as on a full disk, and says so', () => {
  writeFileSync(join(folder, 'no-folder'), '');
  const file = open(join(folder, 'no-folder', 'state.json'));
  expect(file.write({ count: 5 })).toBe(false);
  expect(file.read()).toEqual({ count: 5 });

  // The file cannot be replaced: nothing is left behind.
  mkdirSync(join(folder, 'state.json'));
  writeFileSync(join(folder, 'state.json', 'kept'), '');
  expect(open().write({ count: 6 })).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['no-folder', 'state.json']);
});
