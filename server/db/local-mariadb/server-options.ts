import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { DatabaseServer } from './find-database-server.ts';

/** The database and the account that the embedded server keeps for us. */
export const databaseName = 'switchboard';
export const databaseUser = 'switchboard';

/** Makes the server create files and folders for their owner only. */
export const mariadbEnvironment = { UMASK: '0600', UMASK_DIR: '0700' };

interface ServerPlace {
  tables: string;
  temporary: string;
  socketFolder: string;
  initFile: string;
  port: number;
  /** False for a database whose data nobody needs after a crash of the machine: it never waits for the disk. */
  isDurable: boolean;
}

/** The command line of the embedded server; it reads no option file of the machine. */
export function serverOptions(database: DatabaseServer, place: ServerPlace): string[] {
  return [
    '--no-defaults',
    ...runAs(),
    `--datadir=${place.tables}`,
    `--tmpdir=${place.temporary}`,
    `--init-file=${place.initFile}`,
    `--pid-file=${join(place.socketFolder, 'pid')}`,
    `--port=${place.port}`,
    '--bind-address=127.0.0.1',
    ...(process.platform === 'win32' ? [] : [`--socket=${join(place.socketFolder, 'db.sock')}`]),
    '--skip-name-resolve',
    '--skip-log-bin',
    '--local-infile=OFF',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    '--default-time-zone=+00:00',
    '--transaction-isolation=READ-COMMITTED',
    ...(place.isDurable
      ? ['--innodb-flush-log-at-trx-commit=1']
      : ['--innodb-flush-log-at-trx-commit=0', '--skip-innodb-doublewrite']),
    '--innodb-print-all-deadlocks=ON',
    `--innodb-buffer-pool-size=${poolMegabytes(machineMemory())}M`,
    '--max-allowed-packet=64M',
    '--max-connections=150',
    '--performance-schema=OFF',
    // MySQL opens a second protocol on a second port unless told not to.
    ...(database.flavour === 'mysql' ? ['--mysqlx=OFF'] : []),
  ];
}

const MEGABYTE = 1024 * 1024;

/**
 * How much the server keeps in memory of its tables: an eighth of the machine, between 256 MB and 2 GB. What
 * a million contacts need to be found is 1.9 GB; memory is taken only as it is filled (decision 0209).
 */
export function poolMegabytes(memoryBytes: number): number {
  return Math.min(2_048, Math.max(256, Math.floor(memoryBytes / 8 / MEGABYTE)));
}

/** The machine's memory, or what a container may use of it. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * What the server runs before it takes its first connection: it must hold at every start, so a lost
 * password file or a changed grant is repaired. One statement a line, as `--init-file` wants it.
 */
export function initialStatements(database: DatabaseServer, password: string): string {
  const account = `'${databaseUser}'@'127.0.0.1'`;
  const statements = [
    `CREATE DATABASE IF NOT EXISTS \`${databaseName}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}'`,
    `ALTER USER ${account} IDENTIFIED BY '${password}'`,
    `GRANT ALL PRIVILEGES ON \`${databaseName}\`.* TO ${account}`,
    // Tests make databases of their own beside it.
    `GRANT ALL PRIVILEGES ON \`${databaseName}\\_%\`.* TO ${account}`,
    `GRANT PROCESS ON *.* TO ${account}`,
  ];
  // Elsewhere than MariaDB on Unix the fresh root account has no password at all.
  if (database.flavour === 'mysql' || process.platform === 'win32') {
    statements.push(`ALTER USER IF EXISTS 'root'@'localhost' IDENTIFIED BY '${password}'`);
  }
  return `${statements.join(';\n')};\n`;
}

/** MariaDB refuses to run as root unless it is told in so many words. */
export function runAs(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}
