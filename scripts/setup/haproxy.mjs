// Finds the balancer for several API servers on one machine, or installs it for the tests that start some. A single
// server needs none.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall, canUseApt } from './apt.mjs';
import { SetupError } from './progress.mjs';

/** Where Debian puts programs of the system, which is not on every user's PATH. */
const SYSTEM_FOLDER = '/usr/sbin';

/** Returns the path of HAProxy on this machine, or null. */
export function findHaproxy() {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), SYSTEM_FOLDER];
  return folders.map((folder) => join(folder, 'haproxy')).find((path) => existsSync(path)) ?? null;
}

/** Finds HAProxy, or installs it if that needs no elevated permissions. */
export async function ensureHaproxy(progress) {
  if (findHaproxy()) return;
  if (canUseApt()) await progress.step('Installing HAProxy for the tests', () => aptInstall(['haproxy']));
  requireHaproxy();
}

/** Returns the path of HAProxy. @throws {SetupError} with the command that installs it. */
export function requireHaproxy() {
  const path = findHaproxy();
  if (path) return path;
  throw new SetupError(
    `Several API servers need a balancer, HAProxy. Install it with\n\n  ${command()}\n\nand run the command again.`,
  );
}

function command() {
  if (process.platform === 'darwin') return 'brew install haproxy';
  if (process.platform === 'win32') return 'wsl sudo apt-get install haproxy';
  if (existsSync('/usr/bin/dnf')) return 'sudo dnf install haproxy';
  if (existsSync('/sbin/apk')) return 'sudo apk add haproxy';
  if (existsSync('/usr/bin/pacman')) return 'sudo pacman -S haproxy';
  return 'sudo apt-get install --no-install-recommends haproxy';
}
