import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
/** A copy of the tracked files; packages and bundles are those of this clone. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-new-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  });
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(name))) {
    cpSync(file, join(folder, file), { recursive: true });
  }
  for (const name of ['node_modules', 'dist']) symlinkSync(join(process.cwd(), name), join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined },
  });
  return { status, output: `${stdout}\n${stderr}` };
}
const tool = (path: string) => join(process.cwd(), 'node_modules', path);

it('npm run new feature writes a feature that compiles, is linted and passes its test', () => {
  const made = run('scripts/new.mjs', 'feature', 'quick-notes');
  // Fails if an anchor in a list has changed. Then update scripts/new.mjs.
  expect(made.status, made.output).toBe(0);
  expect(existsSync(join(folder, 'server/features/quick-notes/quick-notes.service.ts'))).toBe(true);
  expect(run('scripts/new.mjs', 'feature', 'quick-notes').output).toContain('already exists');

  for (const project of ['server', 'renderer', 'test']) {
    const types = run(tool('typescript-native/bin/tsc'), '-p', project, '--noEmit');
    expect(types.status, types.output).toBe(0);
  }
  const lint = run(
    tool('@biomejs/biome/bin/biome'),
    'ci',
    '--error-on-warnings',
    '--vcs-enabled=false',
    'server',
    'shared',
    'renderer',
    'test',
  );
  expect(lint.status, lint.output).toBe(0);
  const tests = ['test/api/quick-notes.test.ts', 'test/api/housekeeping.test.ts', 'renderer/locales'];
  const passed = run(tool('vitest/vitest.mjs'), 'run', ...tests);
  expect(passed.status, passed.output).toBe(0);
}, 900_000);

it('rejects a name that is not a plural', () => {
  const rejected = run('scripts/new.mjs', 'feature', 'note');
  expect(rejected.status).toBe(1);
  expect(rejected.output).toContain('must be a plural');
});
