// One database node of a Galera cluster: start, position, wait until it has joined, stop.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createConnection } from 'mysql2/promise';
import { run, SetupError } from '../setup/progress.mjs';
import { DATABASE, firstStatements, nodeOptions, OPERATOR, runAs, tablesOf } from './node-options.mjs';

const START_MS = 120_000;
/** How long a node takes to stop, at most, before it is killed (the watchdog's own limit is shorter). */
const STOP_MS = 60_000;
const SYNCED = '4';
/** The process that ends the database when this one has ended, however that happened. */
const watchdogFile = fileURLToPath(new URL('../../dist/server/watchdog.js', import.meta.url));

/**
 * Describes a node; nothing runs yet. `node.start({ isFirst })` starts it and returns when it takes statements; `kill`
 * sends SIGKILL, `freeze` and `thaw` stop and continue it, `isolate` cuts it off from the other nodes.
 */
export function createNode({ name, folder, ports, addresses, programs, password, isDurable, processes }) {
  const url = `mysql://${DATABASE}:${password}@127.0.0.1:${ports.clients}/${DATABASE}`;
  const operatorUrl = `mysql://${OPERATOR}:${password}@127.0.0.1:${ports.clients}/`;
  const args = nodeOptions({ name, folder, ports, addresses, provider: programs.provider, isDurable });
  const record = join(folder, 'run', 'mariadbd.json');
  const log = join(folder, 'mariadb.log');
  let watchdog = null;
  let exited = Promise.resolve();

  async function start({ isFirst = false, signal } = {}) {
    await processes.endRecorded(folder, 'mariadbd', STOP_MS);
    for (const part of ['run', 'tmp', 'tables'])
      mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
    if (isFirst) await prepareFirst();
    const position = existsSync(join(tablesOf(folder), 'grastate.dat')) ? await recoverPosition() : null;
    const output = openSync(log, 'a', 0o600);
    watchdog = spawn(process.execPath, [watchdogFile], {
      stdio: ['pipe', output, output],
      // Its own process group: Ctrl-C does not reach it.
      detached: true,
      env: environment(),
    });
    closeSync(output);
    exited = new Promise((resolve) => watchdog.once('exit', resolve));
    // A watchdog that has ended is reported by its exit.
    watchdog.stdin.on('error', () => undefined);
    const order = {
      command: programs.server,
      args: [
        ...args,
        ...(position ? [`--wsrep-start-position=${position}`] : []),
        ...(isFirst ? ['--wsrep-new-cluster', `--init-file=${join(folder, 'run', 'init.sql')}`] : []),
      ],
      record,
      port: ports.clients,
    };
    watchdog.stdin.write(`${JSON.stringify(order)}\n`);
    await untilSynced(signal);
  }

  async function prepareFirst() {
    if (!existsSync(join(tablesOf(folder), 'mysql'))) {
      const place = [`--datadir=${tablesOf(folder)}`, `--tmpdir=${join(folder, 'tmp')}`, ...runAs()];
      const root = ['--auth-root-authentication-method=socket', '--skip-test-db', '--skip-name-resolve'];
      await run(programs.installer, ['--no-defaults', ...place, ...root]);
    }
    writeFileSync(join(folder, 'run', 'init.sql'), firstStatements(password), { mode: 0o600 });
    const state = join(tablesOf(folder), 'grastate.dat');
    if (!existsSync(state)) return;
    writeFileSync(state, readFileSync(state, 'utf8').replace(/safe_to_bootstrap: 0/, 'safe_to_bootstrap: 1'));
  }

  /** Returns the number of the last change that this node has, as `group:number`; after a kill, from its tables. */
  async function recoverPosition() {
    const state = readFileSync(join(tablesOf(folder), 'grastate.dat'), 'utf8');
    const [, group] = /uuid:\s*(\S+)/.exec(state) ?? [];
    const [, number] = /seqno:\s*(-?\d+)/.exec(state) ?? [];
    if (group && number && number !== '-1') return `${group}:${number}`;
    const file = join(folder, 'run', 'recovery.log');
    rmSync(file, { force: true });
    await run(programs.server, [...args, '--wsrep-recover', `--log-error=${file}`], { env: environment() });
    return (
      /WSREP: Recovered position:\s*([0-9a-f-]+:-?\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? `${group}:-1`
    );
  }

  function environment() {
    return {
      PATH: [programs.path, process.env.PATH ?? '', '/usr/sbin', '/sbin'].join(delimiter),
      UMASK: '0600',
      UMASK_DIR: '0700',
    };
  }

  async function untilSynced(signal) {
    let hasEnded = false;
    exited.then(() => {
      hasEnded = true;
    });
    const deadline = performance.now() + START_MS;
    for (;;) {
      signal?.throwIfAborted();
      if ((await status('wsrep_local_state')) === SYNCED && (await status('wsrep_ready')) === 'ON') return;
      if (hasEnded || performance.now() > deadline) {
        const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
        await stop();
        throw new SetupError(`The database node ${name} did not start. The end of ${log}:\n${tail}`);
      }
      await sleep(100);
    }
  }

  /** Returns one of the server's status values, such as `wsrep_cluster_status`; null when it does not answer. */
  async function status(variable) {
    try {
      const [[row]] = await ask(url, 'SHOW GLOBAL STATUS LIKE ?', [variable]);
      return row?.Value ?? null;
    } catch {
      return null;
    }
  }

  async function stop() {
    const pid = processes.readRecord(folder, 'mariadbd')?.pid;
    // A frozen node does not stop.
    if (pid) signalTo(pid, 'SIGCONT');
    watchdog?.stdin.end();
    await exited;
  }

  function signalNode(name) {
    const found = processes.readRecord(folder, 'mariadbd');
    if (!found || !processes.isRunning(found)) throw new SetupError(`The database node does not run.`);
    signalTo(found.pid, name);
  }

  return {
    name,
    url,
    position: recoverPosition,
    hasTables: () => existsSync(join(tablesOf(folder), 'grastate.dat')),
    start,
    ended: () => exited,
    stop,
    status,
    kill: async () => {
      signalNode('SIGKILL');
      await exited;
    },
    freeze: () => signalNode('SIGSTOP'),
    thaw: () => signalNode('SIGCONT'),
    isolate: async (isCutOff) => {
      await ask(operatorUrl, `SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${isCutOff ? 1 : 0}'`);
    },
  };
}

function signalTo(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

async function ask(uri, statement, values = []) {
  const connection = await createConnection({ uri, connectTimeout: 2_000 });
  try {
    return await connection.query({ sql: statement, timeout: 5_000 }, values);
  } finally {
    connection.destroy();
  }
}
