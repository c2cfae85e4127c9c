import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  identify,
  OperatorError,
  type ProcessName,
  recordPath,
  writeRecord,
} from '../db/local-mariadb/index.ts';
import { childLogPath, openChildLog } from './child-log.ts';
import { CANNOT_START_EXIT_CODE } from './exit-code.ts';

/** What a child runs: one of our entries in Node, or another program. */
export type Program =
  | { entry: string }
  | {
      path: string;
      args: readonly string[];
      /** The name under which the program is started, if it decides what to do by its name. */
      argv0?: string;
    };

interface ChildOptions {
  name: ProcessName;
  /** The name of the child in printed messages. */
  title: string;
  program: Program;
  /** The port that it listens on, for its record. */
  port?: number | undefined;
  dataDir: string;
  /** Returns its environment. Called at each start, because the launcher's settings may have changed. */
  environment: () => NodeJS.ProcessEnv;
  say: (line: string) => void;
  /** Called when the child cannot start: it ended several times before it was ready. */
  onFailure: (error: Error) => void;
  /** Receives the messages of the child on its IPC channel. */
  onMessage?: ((message: unknown) => void) | undefined;
  /** Where its output goes: our terminal, unchanged or prefixed with the child's name, or its log file. */
  output: 'terminal' | 'prefixed' | 'file';
}

/** A process that is restarted when it ends. */
export interface SupervisedChild {
  readonly name: ProcessName;
  /** From now on, it is always restarted when it ends: the configuration is not the cause. */
  markReady(): void;
  /** Restarts it (after a rebuild). */
  restart(): void;
  /** Sends it a message on its IPC channel, unless it is not running. */
  send(message: object): void;
  /** Asks it to stop, waits, and kills it if it does not. */
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

const firstDelayMs = 250;
const longestDelayMs = 5_000;
const steadyMs = 30_000;
const startAttempts = 3;

/**
 * Starts a child and keeps it running. An entry of ours gets an IPC channel, through which it detects that we have
 * ended (see `stopWithParent`). Each child has its own process group, so that Ctrl-C reaches only us and we can stop
 * everything in the right order.
 */
export function superviseChild(options: ChildOptions): SupervisedChild {
  const { name, title, dataDir, say } = options;
  let isReady = false;
  let isStopping = false;
  let isRestarting = false;
  let current: ChildProcess | null = null;
  let failures = 0;
  const wakeUp = new AbortController();

  const ended = keepRunning();

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      const started = performance.now();
      const how = await runOnce().catch((error: Error) => error.message);
      if (isStopping) return;
      if (isRestarting) {
        isRestarting = false;
        continue;
      }
      failures = performance.now() - started > steadyMs ? 1 : failures + 1;
      const isHopeless = current?.exitCode === CANNOT_START_EXIT_CODE;
      if (!isReady && (failures >= startAttempts || isHopeless)) {
        const where = options.output === 'file' ? ` Its log is ${childLogPath(dataDir, name)}.` : '';
        options.onFailure(
          new OperatorError(
            isHopeless ? 'server_cannot_start' : 'server_failed',
            `${title} did not start: it ended with ${how}.${where}`,
          ),
        );
        return;
      }
      const delay = Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs);
      say(`${title} ended with ${how}; starting it again.`);
      await sleep(delay, undefined, { signal: wakeUp.signal }).catch(() => undefined);
    }
  }

  function runOnce(): Promise<string> {
    return new Promise((done) => {
      const pipe = options.output === 'prefixed' ? 'pipe' : 'inherit';
      const log = options.output === 'file' ? openChildLog(dataDir, name) : null;
      const common = { detached: process.platform !== 'win32', env: options.environment() };
      const { program } = options;
      const child =
        'entry' in program
          ? spawn(process.execPath, ['--enable-source-maps', program.entry], {
              ...common,
              // Standard error has what is not in the log: why the process could not start.
              stdio: ['ignore', log ?? pipe, pipe, 'ipc'],
            })
          : spawn(program.path, program.args, {
              ...common,
              argv0: program.argv0 ?? program.path,
              stdio: ['ignore', log ?? pipe, log ?? pipe],
            });
      current = child;
      if (log !== null) closeSync(log);
      if (options.output === 'prefixed') prefixOutput(child, name);
      const identity = child.pid ? identify(child.pid) : null;
      const port = options.port === undefined ? {} : { port: options.port };
      if (identity) onDisk(() => writeRecord(recordPath(dataDir, name), { ...identity, ...port }));
      child.on('message', (message) => options.onMessage?.(message));
      child.once('error', (error) => done(error.message));
      child.once('exit', (code, signal) => {
        onDisk(() => rmSync(recordPath(dataDir, name), { force: true }));
        done(signal ?? `exit code ${code}`);
      });
    });
  }

  /** Changes the record of the child. A disk that is full or read-only must not end the launcher, and with it everything else. */
  function onDisk(change: () => void): void {
    try {
      change();
    } catch (error) {
      say(`${title} is not recorded in the data folder: ${(error as Error).message}`);
    }
  }

  return {
    name,
    markReady: () => {
      isReady = true;
      failures = 0;
    },
    send: (message) => {
      if (current?.connected) current.send(message, () => undefined);
    },
    restart: () => {
      // `kill` returns false for a child that has ended, which is being restarted anyway.
      isRestarting = current?.kill('SIGTERM') ?? false;
    },
    stop: async (graceMs) => {
      isStopping = true;
      wakeUp.abort();
      current?.kill('SIGTERM');
      const force = setTimeout(() => current?.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(force);
    },
    kill: () => {
      isStopping = true;
      current?.kill('SIGKILL');
    },
  };
}

/** Copies the output of a child to ours, with its name before each line. */
function prefixOutput(child: ChildProcess, name: string): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      process.stdout.write(`${name.padEnd(8)}│ ${line}\n`);
    });
  }
}
