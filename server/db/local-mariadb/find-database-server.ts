import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

/** A database server on this machine that the embedded default can run. */
export interface DatabaseServer {
  flavour: 'mariadb' | 'mysql';
  server: string;
  /** MariaDB's `mariadb-install-db`; MySQL's server initialises a data folder itself. */
  installer: string | null;
}

const suffix = process.platform === 'win32' ? '.exe' : '';
const wellKnown = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/bin',
  '/usr/local/bin',
  '/usr/libexec',
  '/usr/local/mysql/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/opt/mariadb/bin',
  '/usr/local/opt/mariadb/bin',
  '/opt/local/lib/mariadb/bin',
];
const oldest = { mariadb: [10, 6], mysql: [8, 0] } as const;

/**
 * Looks for `mariadbd`, then `mysqld`, on the given PATH and where packages install them
 * (`/usr/sbin` is not on an ordinary user's PATH). Skips unsupported versions.
 * This file imports none of ours: the setup step calls it before anything else can run.
 */
export function findDatabaseServer(path: string): DatabaseServer | null {
  const folders = [...path.split(delimiter).filter(Boolean), ...wellKnown, ...windowsFolders()];
  for (const name of ['mariadbd', 'mysqld']) {
    for (const folder of folders) {
      const server = join(folder, name + suffix);
      const found = existsSync(server) ? usable(server, folders) : null;
      if (found) return found;
    }
  }
  return null;
}

function usable(server: string, folders: string[]): DatabaseServer | null {
  const version = versionOf(server);
  const numbers = /Ver (\d+)\.(\d+)/.exec(version);
  if (!numbers) return null;
  const flavour = /mariadb/i.test(version) ? 'mariadb' : 'mysql';
  const [major, minor] = oldest[flavour];
  const isRecent =
    Number(numbers[1]) > major || (Number(numbers[1]) === major && Number(numbers[2]) >= minor);
  if (!isRecent) return null;
  if (flavour === 'mysql') return { flavour, server, installer: null };
  const installer = findInstaller(server, folders);
  return installer ? { flavour, server, installer } : null;
}

function findInstaller(server: string, folders: string[]): string | null {
  const bin = dirname(server);
  const places = [bin, resolve(bin, '../bin'), resolve(bin, '../scripts'), ...folders];
  for (const place of places) {
    for (const name of ['mariadb-install-db', 'mysql_install_db']) {
      const installer = join(place, name + suffix);
      if (existsSync(installer)) return installer;
    }
  }
  return null;
}

function versionOf(server: string): string {
  try {
    return execFileSync(server, ['--no-defaults', '--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

function windowsFolders(): string[] {
  if (process.platform !== 'win32') return [];
  return ['C:\\Program Files', 'C:\\Program Files\\MySQL'].flatMap((root) => {
    if (!existsSync(root)) return [];
    const names = readdirSync(root).filter((name) => /^(MariaDB|MySQL Server) /.test(name));
    return names
      .sort()
      .reverse()
      .map((name) => join(root, name, 'bin'));
  });
}
