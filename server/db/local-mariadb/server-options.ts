import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { DatabaseServer } from './find-database-server.ts';

/** The names of our database and account on the embedded server. */
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
  /** False for a database that may lose data in a crash of the machine: it never waits for the disk. */
  isDurable: boolean;
}

/** Returns the arguments of the embedded server, which ignores the machine's option files. */
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
      ? ['--innodb-flush-log-at-trx-commit=1', `--max-connections=${CONNECTIONS}`]
      : // In a run of tests, one database serves the servers of all workers.
        ['--innodb-flush-log-at-trx-commit=0', '--skip-innodb-doublewrite', '--max-connections=500']),
    `--innodb-buffer-pool-size=${poolMegabytes(machineMemory())}M`,
    '--max-allowed-packet=64M',
    '--performance-schema=OFF',
    // By default, MySQL opens a second protocol on a second port.
    ...(database.flavour === 'mysql' ? ['--mysqlx=OFF'] : []),
  ];
}

/** Enough for 16 API processes, which open up to 23 each, the inference server and commands. One costs memory only while it is open. */
const CONNECTIONS = 400;
const MEGABYTE = 1024 * 1024;

/**
 * Returns the size of the buffer pool: an eighth of the memory, between 256 MB and 2 GB. Searching a million
 * contacts needs 1.9 GB; memory is allocated only as the pool fills (decision 0209).
 */
export function poolMegabytes(memoryBytes: number): number {
  return Math.min(2_048, Math.max(256, Math.floor(memoryBytes / 8 / MEGABYTE)));
}

/** Returns the machine's memory, or the container's limit. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Returns the SQL that the server runs before it accepts connections. It runs at every start, to repair
 * a lost password file or a changed grant. One statement per line, as `--init-file` requires.
 */
export function initialStatements(database: DatabaseServer, password: string): string {
  const account = `'${databaseUser}'@'127.0.0.1'`;
  const statements = [
    `CREATE DATABASE IF NOT EXISTS \`${databaseName}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}'`,
    `ALTER USER ${account} IDENTIFIED BY '${password}'`,
    `GRANT ALL PRIVILEGES ON \`${databaseName}\`.* TO ${account}`,
    // Tests create their own databases.
    `GRANT ALL PRIVILEGES ON \`${databaseName}\\_%\`.* TO ${account}`,
    `GRANT PROCESS ON *.* TO ${account}`,
  ];
  // The new root account has no password, except with MariaDB on Unix.
  if (database.flavour === 'mysql' || process.platform === 'win32') {
    statements.push(`ALTER USER IF EXISTS 'root'@'localhost' IDENTIFIED BY '${password}'`);
  }
  return `${statements.join(';\n')};\n`;
}

/** Returns the option without which MariaDB refuses to run as root. */
export function runAs(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}
