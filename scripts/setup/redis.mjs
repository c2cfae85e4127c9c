// Installs a Redis server for the tests that run several API servers. A single server needs none.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall, canUseApt } from './apt.mjs';
import { SetupError } from './progress.mjs';

const names = ['redis-server', 'valkey-server', 'redis-server.exe'];
/** Debian's tools package includes the server under another name, but starts no service. */
const packages = ['redis-tools'];
const tool = 'redis-check-rdb';

/**
 * Returns the path of a Redis server on this machine, or null. A binary with another name must be started as
 * `redis-server`, because it decides what to do by its name.
 */
export function findRedis() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const find = (name) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return names.map(find).find(Boolean) ?? (existsSync('/etc/debian_version') ? (find(tool) ?? null) : null);
}

/** Finds a Redis server, or installs one if that needs no elevated permissions. */
export async function ensureRedis(progress) {
  if (findRedis()) return;
  if (canUseApt())
    await progress.step('Installing Redis for the tests (no service)', () => aptInstall(packages));
  requireRedis('The tests need a Redis server.');
}

/** Returns the path of a Redis server. @throws {SetupError} with the reason and the command that installs it. */
export function requireRedis(reason) {
  const path = findRedis();
  if (path) return path;
  throw new SetupError(`${reason} Install it with\n\n  ${command()}\n\nand run the command again.`);
}

function command() {
  if (process.platform === 'darwin') return 'brew install redis';
  if (process.platform === 'win32') return 'winget install Redis.Redis';
  if (existsSync('/usr/bin/dnf')) return 'sudo dnf install valkey';
  if (existsSync('/sbin/apk')) return 'sudo apk add redis';
  if (existsSync('/usr/bin/pacman')) return 'sudo pacman -S valkey';
  return `sudo apt-get install --no-install-recommends ${packages.join(' ')}`;
}
