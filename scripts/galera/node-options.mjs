// The options of one database node of a Galera cluster on this machine.
import { join } from 'node:path';

/** The names of the database and its account, as on the embedded server. */
export const DATABASE = 'switchboard';
/** May isolate a node from the others; not for the API servers. */
export const OPERATOR = 'operator';

/**
 * Returns the arguments of a node. `ports` are those for clients, the group, incremental state and full state.
 * The options about clients are those of the embedded server (server/db/local-mariadb/server-options.ts).
 */
export function nodeOptions({ name, folder, ports, addresses, provider, isDurable }) {
  const group = `127.0.0.1:${ports.group}`;
  return [
    '--no-defaults',
    ...runAs(),
    `--datadir=${tablesOf(folder)}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    `--socket=${join(folder, 'run', 'socket')}`,
    `--pid-file=${join(folder, 'run', 'pid')}`,
    `--port=${ports.clients}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--local-infile=OFF',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    '--default-time-zone=+00:00',
    '--transaction-isolation=READ-COMMITTED',
    '--max-connections=500',
    '--max-allowed-packet=64M',
    '--performance-schema=OFF',
    '--innodb-buffer-pool-size=256M',
    '--innodb-log-file-size=48M',
    ...(isDurable
      ? ['--innodb-flush-log-at-trx-commit=1']
      : // Tests create triggers, which the product has none of.
        [
          '--innodb-flush-log-at-trx-commit=0',
          '--skip-innodb-doublewrite',
          '--log-bin-trust-function-creators=ON',
        ]),
    // Galera needs these two; the log of statements itself is not needed.
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--skip-log-bin',
    '--wsrep-on=ON',
    `--wsrep-provider=${provider}`,
    '--wsrep-cluster-name=switchboard',
    `--wsrep-cluster-address=gcomm://${addresses.join(',')}`,
    `--wsrep-node-name=${name}`,
    `--wsrep-node-address=${group}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${ports.state}`,
    `--wsrep-provider-options=${[
      `gmcast.listen_addr=tcp://${group}`,
      `ist.recv_addr=127.0.0.1:${ports.increments}`,
      'gcache.size=128M',
      // Ports change between two runs, so the last group must not be looked for at its old addresses.
      'pc.recovery=FALSE',
    ].join(';')}`,
  ];
}

/** Returns the folder of a node's tables. */
export const tablesOf = (folder) => join(folder, 'tables');

/** Returns the option without which MariaDB refuses to run as root. */
export function runAs() {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

/** Returns the SQL that the first node runs at each start; the others get its effect from there. One statement a line. */
export function firstStatements(password) {
  const account = `'${DATABASE}'@'127.0.0.1'`;
  const operator = `'${OPERATOR}'@'127.0.0.1'`;
  return `${[
    `CREATE DATABASE IF NOT EXISTS ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}'`,
    `GRANT ALL PRIVILEGES ON ${DATABASE}.* TO ${account}`,
    // Tests create their own databases.
    `GRANT ALL PRIVILEGES ON \`${DATABASE}\\_%\`.* TO ${account}`,
    `GRANT PROCESS ON *.* TO ${account}`,
    `CREATE USER IF NOT EXISTS ${operator} IDENTIFIED BY '${password}'`,
    `GRANT SUPER ON *.* TO ${operator}`,
  ].join(';\n')};\n`;
}
