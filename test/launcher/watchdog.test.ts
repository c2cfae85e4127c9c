import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { endProcess, identify } from '../../server/db/local-mariadb/process-identity.ts';

const watchdog = fileURLToPath(new URL('../../dist/server/watchdog.js', import.meta.url));

it('a database that cannot be recorded, as on a full disk, does not run on without anybody who knows of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-watchdog-'));
  const pidFile = join(folder, 'pid');
  const database = () => (existsSync(pidFile) ? identify(Number(readFileSync(pidFile, 'utf8'))) : null);
  onTestFinished(async () => {
    const left = database();
    if (left) await endProcess(left, 0);
    rmSync(folder, { recursive: true, force: true });
  });
  const child = spawn(process.execPath, [watchdog], { stdio: ['pipe', 'ignore', 'ignore'] });
  const order = {
    ...{ command: '/bin/sh', args: ['-c', `echo $$ > ${pidFile}; exec sleep 60`] },
    // In a folder that does not exist, no file can be written.
    ...{ record: join(folder, 'missing', 'mariadbd.json'), port: 1 },
  };
  child.stdin.write(`${JSON.stringify(order)}\n`);
  await once(child, 'exit');
  expect(child.exitCode).not.toBe(0);
  // The time that a process needs to begin.
  await sleep(1_000);
  expect(database()).toBeNull();
});
