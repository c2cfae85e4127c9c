// Finds or installs a database server for the embedded default, or explains how to install one.
import { existsSync } from 'node:fs';
import { aptInstall, canUseApt } from './apt.mjs';
import { SetupError } from './progress.mjs';

const packages = ['mariadb-server-core', 'mariadb-client-core'];

/** Makes sure that `mariadbd` or `mysqld` is installed. The server build knows where to look. */
export async function ensureDatabase(progress) {
  const { findDatabaseServer } = await import('../../dist/server/find-database.js');
  const find = () => findDatabaseServer(process.env.PATH ?? '');
  if (find()) return;
  if (canUseApt())
    await progress.step('Installing MariaDB (server only, no service)', () => aptInstall(packages));
  if (find()) return;
  throw new SetupError(
    `No MariaDB (10.6 or later) or MySQL (8.0 or later) server was found. Install it with\n\n  ${command()}\n\n` +
      'or set DATABASE_URL=mysql://user:password@host:3306/name (and SECRET_KEY).',
  );
}

function command() {
  if (process.platform === 'darwin') return 'brew install mariadb';
  if (process.platform === 'win32') return 'winget install MariaDB.Server';
  if (existsSync('/usr/bin/dnf')) return 'sudo dnf install mariadb-server';
  if (existsSync('/sbin/apk')) return 'sudo apk add mariadb mariadb-client';
  if (existsSync('/usr/bin/pacman')) return 'sudo pacman -S mariadb';
  return `sudo apt-get install --no-install-recommends ${packages.join(' ')}`;
}
