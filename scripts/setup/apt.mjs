// Installs packages on Debian and its derivatives when running as root (in a container, on a new server).
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, SetupError } from './progress.mjs';

const environment = { DEBIAN_FRONTEND: 'noninteractive' };

/** Whether packages can be installed without a prompt. */
export function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version');
}

/** Installs packages. */
export async function aptInstall(names) {
  await apt(['install', '-y', '--no-install-recommends', ...names], { env: environment });
}

/** Runs apt-get. If that fails, updates the package lists and tries again. */
async function apt(args, options) {
  try {
    await run('apt-get', args, options);
  } catch (error) {
    if (!canUseApt()) throw error;
    await run('apt-get', ['update'], { env: environment });
    await run('apt-get', args, options);
  }
}

/**
 * Downloads packages, which needs no permission, and unpacks them in `folder`. For packages that would start a service if they
 * were installed.
 * @param need - what needs which packages, without a full stop
 */
export async function aptUnpack(names, folder, need) {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg'))
    throw new SetupError(
      `${need}, which can be fetched only on Debian and its derivatives. Install them and run the command again.`,
    );
  const downloads = join(folder, 'downloads');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  try {
    await apt(['download', ...names], { cwd: downloads });
    for (const name of readdirSync(downloads)) await run('dpkg', ['-x', join(downloads, name), folder]);
  } catch (error) {
    throw new SetupError(`${need}, which could not be fetched. ${error.message}`);
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}
