// Installs packages on Debian and its derivatives when running as root (in a container, on a new server).
import { existsSync } from 'node:fs';
import { run } from './progress.mjs';

const environment = { DEBIAN_FRONTEND: 'noninteractive' };

/** Whether packages can be installed without a prompt. */
export function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');
}

/** Installs packages. If that fails, updates the package lists and tries again. */
export async function aptInstall(names) {
  const args = ['install', '-y', '--no-install-recommends', ...names];
  try {
    await run('apt-get', args, { env: environment });
  } catch {
    await run('apt-get', ['update'], { env: environment });
    await run('apt-get', args, { env: environment });
  }
}
