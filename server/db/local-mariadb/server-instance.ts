import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../../config.ts';
import { connectionUrl, ensureDatabasePassword, isReachable } from './connection-url.ts';
import type { DatabaseServer } from './find-database-server.ts';
import { tablesFolder, temporaryFolder } from './initialise.ts';
import { OperatorError } from './operator-error.ts';
import { readIfThere, withPrivateUmask, writePrivateFile } from './private-files.ts';
import { identify } from './process-identity.ts';
import { endRecorded, readRecord, recordPath, runFolder, writeRecord } from './process-record.ts';
import { initialStatements, mariadbEnvironment, serverOptions } from './server-options.ts';

/** A run of the database server, from start to end. */
export interface ServerInstance {
  url: string;
  /** Settles when the server and its watchdog have ended, for any reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

interface StartOptions {
  dataDir: string;
  database: DatabaseServer;
  port: number;
  say: (line: string) => void;
  signal?: AbortSignal | undefined;
  /** Whether commits survive a crash of the machine. */
  isDurable: boolean;
}

const leftoverPatienceMs = 20_000;
const startPatienceMs = 180_000;
const logLimitBytes = 8 * 1024 * 1024;

/** Stops what an earlier run left behind: first the watchdog, which stops its database. */
export async function endLeftovers(dataDir: string): Promise<boolean> {
  const socketFolder = readRecord(dataDir, 'watchdog')?.socketFolder;
  const watchdog = await endRecorded(dataDir, 'watchdog', 2 * leftoverPatienceMs);
  const server = await endRecorded(dataDir, 'mariadbd', leftoverPatienceMs);
  if (socketFolder) rmSync(socketFolder, { recursive: true, force: true });
  return watchdog || server;
}

/**
 * Starts the server under a watchdog and waits until it accepts connections.
 * @throws {OperatorError} with the end of the server's log when it ends first.
 */
export async function startInstance(options: StartOptions): Promise<ServerInstance> {
  const { dataDir, database, port } = options;
  const socketFolder = shortPrivateFolder();
  const initFile = join(runFolder(dataDir), 'init.sql');
  writePrivateFile(initFile, initialStatements(database, ensureDatabasePassword(dataDir)));
  const url = connectionUrl(dataDir, port) ?? '';
  const watchdog = spawnWatchdog(logFile(dataDir));
  const exited = new Promise<void>((done) => {
    watchdog.once('exit', () => done());
    watchdog.once('error', () => done());
  });
  const stop = async () => {
    watchdog.stdin?.end();
    await exited;
    rmSync(recordPath(dataDir, 'watchdog'), { force: true });
    rmSync(socketFolder, { recursive: true, force: true });
  };
  const identity = watchdog.pid ? identify(watchdog.pid) : null;
  if (identity) writeRecord(recordPath(dataDir, 'watchdog'), { ...identity, port, socketFolder });
  // A watchdog that has already ended is reported by its exit, not by a broken pipe.
  watchdog.stdin?.on('error', () => undefined);
  const args = serverOptions(database, {
    tables: tablesFolder(dataDir),
    temporary: temporaryFolder(dataDir),
    socketFolder,
    initFile,
    port,
    isDurable: options.isDurable,
  });
  const order = { command: database.server, args, record: recordPath(dataDir, 'mariadbd'), port };
  watchdog.stdin?.write(`${JSON.stringify(order)}\n`);
  try {
    await untilReady(url, exited, options);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, exited, stop };
}

async function untilReady(
  url: string,
  exited: Promise<void>,
  { dataDir, say, signal }: StartOptions,
): Promise<void> {
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  const started = performance.now();
  let nextNotice = started + 5_000;
  for (;;) {
    signal?.throwIfAborted();
    if (await isReachable(url)) return;
    if (hasExited || performance.now() - started > startPatienceMs) {
      const file = logFile(dataDir);
      throw new OperatorError(
        'database_failed',
        `The database did not start. The end of ${file}:\n${logTail(file)}`,
      );
    }
    if (performance.now() > nextNotice) {
      say(
        `Still waiting for the database (${Math.round((performance.now() - started) / 1000)} s): it may be recovering.`,
      );
      nextNotice += 5_000;
    }
    await sleep(20);
  }
}

function spawnWatchdog(log: string): ChildProcess {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes) renameSync(log, `${log}.1`);
  const output = openSync(log, 'a', 0o600);
  try {
    return withPrivateUmask(() =>
      spawn(process.execPath, [watchdogFile()], {
        stdio: ['pipe', output, output],
        // Its own process group: neither Ctrl-C nor a kill of the launcher's group reaches it.
        detached: process.platform !== 'win32',
        env: bareEnvironment(mariadbEnvironment),
      }),
    );
  } finally {
    closeSync(output);
  }
}

/** Returns the path of the built watchdog, which code that runs from source (tests) uses too. */
function watchdogFile(): string {
  const here = import.meta.url;
  return fileURLToPath(
    new URL(here.endsWith('.ts') ? '../../../dist/server/watchdog.js' : './watchdog.js', here),
  );
}

/** Creates a temporary folder for the socket, whose path can have only 107 bytes; DATA_DIR may be longer. */
function shortPrivateFolder(): string {
  const root = process.platform !== 'win32' && tmpdir().length > 80 ? '/tmp' : tmpdir();
  return mkdtempSync(join(root, 'swb-'));
}

function logFile(dataDir: string): string {
  return join(dataDir, 'mariadb.log');
}

/** Returns the last lines of a log file, for an error message. */
function logTail(file: string, lines = 12): string {
  return (readIfThere(file) ?? '').trimEnd().split('\n').slice(-lines).join('\n');
}
