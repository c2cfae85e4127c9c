import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isReady, launch, makeDataDir, pidOf } from './launcher-process.ts';

const nobody = 65_534;
const become = ['/usr/bin/setpriv', '--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups'];
const launcher = fileURLToPath(new URL('../../dist/server/launcher.js', import.meta.url));
const isRoot = process.getuid?.() === 0;
// Not possible if only root can read the clone or Node.
const canBecome =
  isRoot &&
  existsSync('/usr/bin/setpriv') &&
  spawnSync('/usr/bin/setpriv', [...become.slice(1), process.execPath, '--check', launcher]).status === 0;

// When the tests run as an ordinary user, all other tests cover this.
it.skipIf(!canBecome)('runs as an ordinary user, without /usr/sbin on the PATH', async () => {
  const dataDir = makeDataDir();
  chownSync(dataDir, nobody, nobody);
  chmodSync(dataDir, 0o755);
  const run = launch({ dataDir, as: become });
  expect(await isReady(await run.ready())).toBe(true);
  expect(statSync(`/proc/${pidOf(dataDir, 'mariadbd')}`).uid).toBe(nobody);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  run.kill('SIGTERM');
  expect(await run.exit()).toBe(0);
});
