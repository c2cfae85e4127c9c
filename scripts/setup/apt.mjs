// Packages of Debian and its children, for when we are root there (a container, a fresh server).
import { existsSync } from 'node:fs';
import { run } from './progress.mjs';

const environment = { DEBIAN_FRONTEND: 'noninteractive' };

/** Whether packages can be installed without asking anybody. */
export function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');
}

/** Installs packages, reading the package lists first when that is what was missing. */
export async function aptInstall(names) {
  const args = ['install', '-y', '--no-install-recommends', ...names];
  try {
    await run('apt-get', args, { env: environment });
  } catch {
    await run('apt-get', ['update'], { env: environment });
    await run('apt-get', args, { env: environment });
  }
}
