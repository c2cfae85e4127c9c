// Installs Python and httpx for the test of the Python client. Nothing else uses them.
import { spawnSync } from 'node:child_process';
import { aptInstall, canUseApt } from './apt.mjs';

/** Debian installs packages of Python for this one, whatever comes first on the PATH. */
const PYTHON = '/usr/bin/python3';

/** Installs both if that needs no elevated permissions. Without them, the test says why it is skipped. */
export async function ensurePython(progress) {
  if (hasHttpx() || !canUseApt()) return;
  await progress.step('Installing Python and httpx for the tests', () => aptInstall(['python3-httpx']));
}

function hasHttpx() {
  return spawnSync(PYTHON, ['-c', 'import httpx']).status === 0;
}
