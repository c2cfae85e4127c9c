import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';

const run = promisify(execFile);
/** The packages of n8n 1, the last edition for the Node that we support. They are 240 MB: only this test installs them. */
const PACKAGES = { 'n8n-core': '1.122.48', 'n8n-workflow': '1.120.31' };
const CACHE = join(process.cwd(), 'node_modules/.cache/n8n', Object.values(PACKAGES).join('-'));

let messaging: Messaging;
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/n8n.mjs']);
  installPackages();
  messaging = await startMessaging();
}, 300_000);
afterAll(() => messaging.stop());

/** Installs n8n's packages in a folder of their own, which later runs find. */
function installPackages(): void {
  if (existsSync(CACHE)) return;
  const draft = `${CACHE}.draft-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: draft });
  renameSync(draft, CACHE);
}

it('n8n loads the package, knows what is missing, and runs a workflow with it', async () => {
  await messaging.hello('15550100302', 'Is Ada there?');
  const folder = join(tmpdir(), `n8n-${process.pid}`);
  const { stdout } = await run(
    process.execPath,
    [
      'test/integrations/n8n-program.cjs',
      CACHE,
      join(process.cwd(), 'dist/n8n'),
      messaging.server.url,
      messaging.workspace.key,
    ],
    { env: { ...process.env, N8N_USER_FOLDER: folder } },
  ).finally(() => rmSync(folder, { recursive: true, force: true }));
  const report = JSON.parse(stdout.slice(stdout.lastIndexOf('{"known"')));
  expect(report).toMatchObject({
    known: ['switchboard', 'switchboardTrigger'],
    issues: [null, null, null],
    incomplete: { contactId: [expect.any(String)], content: [expect.any(String)] },
    error: null,
    results: {
      Create: [{ phone: '15550100301', name: 'Ada' }],
      Send: [{ type: 'text', content: 'Ada is here.' }],
    },
  });
  expect(report.results.List.map(({ phone }: { phone: string }) => phone).sort()).toEqual([
    '15550100301',
    '15550100302',
  ]);
}, 120_000);
