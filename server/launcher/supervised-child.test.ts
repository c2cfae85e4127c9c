import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { recordPath } from '../db/local-mariadb/index.ts';
import { superviseChild } from './supervised-child.ts';

it('a child runs and is started again while its record cannot be written, as on a full or read-only disk', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-child-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  // A folder in the place of the record: it can neither be replaced nor removed.
  mkdirSync(recordPath(dataDir, 'redis'));
  const starts = join(dataDir, 'starts');
  const said: string[] = [];
  const child = superviseChild({
    name: 'redis',
    title: 'The child',
    program: {
      path: process.execPath,
      args: ['-e', `require('fs').appendFileSync(${JSON.stringify(starts)}, 'x'); setTimeout(() => {}, 100)`],
    },
    dataDir,
    environment: () => ({}),
    say: (line) => void said.push(line),
    onFailure: (error) => void said.push(`failed: ${error.message}`),
    output: 'terminal',
  });
  child.markReady();
  onTestFinished(() => child.stop(2_000));
  const startsOf = () => {
    try {
      return readFileSync(starts, 'utf8').length;
    } catch {
      return 0;
    }
  };
  await expect.poll(startsOf).toBeGreaterThan(1);
  expect(said).toContainEqual(expect.stringContaining('The child is not recorded in the data folder'));
  expect(said.join()).not.toContain('failed:');
});
