import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it.for(['loop', 'full', 'soak'])('each file of tests runs once in the %s lane', async (lane) => {
  const { stdout } = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'],
    {
      env: { ...process.env, SWITCHBOARD_TEST_LANE: lane },
      maxBuffer: 10_000_000,
    },
  );
  const files = (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});
