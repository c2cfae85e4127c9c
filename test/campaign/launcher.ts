import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The names under which the launcher records its processes. */
export type Recorded = 'api' | `api-${number}` | 'redis' | 'inference' | 'mariadbd' | 'watchdog';

/** `npm start` without its setup, in a process of its own that is started again whenever it has ended. */
export interface Launcher {
  pid(): number;
  /** Starts it again after it has ended, until `stop`. */
  start(): void;
  /** How often it was started. */
  starts(): number;
  stop(): Promise<void>;
}

const RESTART_MS = 300;

/**
 * Like an init system: starts the launcher and starts it again when it has ended. As under npm, the launcher stops when
 * this process has ended.
 */
export function superviseLauncher(options: {
  /** The arguments of Node. */
  program: readonly string[];
  log: string;
  environment: Record<string, string>;
}): Launcher {
  const log = openSync(options.log, 'a');
  let child: ChildProcess | null = null;
  let isStopping = false;
  let starts = 0;
  let ended: Promise<void> = Promise.resolve();

  function start(): void {
    starts += 1;
    const started = spawn(process.execPath, options.program, {
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.environment },
    });
    child = started;
    ended = new Promise((resolve) => {
      started.once('exit', () => {
        resolve();
        if (!isStopping) setTimeout(() => isStopping || start(), RESTART_MS);
      });
    });
  }

  return {
    pid: () => child?.pid ?? 0,
    start,
    starts: () => starts,
    stop: async () => {
      isStopping = true;
      child?.kill('SIGCONT');
      child?.kill('SIGTERM');
      const force = setTimeout(() => child?.kill('SIGKILL'), 30_000);
      await ended;
      clearTimeout(force);
    },
  };
}

/** Returns the program of `npm start`, without its setup. */
export function startProgram(entry: string): string[] {
  const lines = [
    `import { runLauncher } from ${JSON.stringify(entry)};`,
    'process.exit(await runLauncher({ isUnderNpm: true }));',
  ];
  return ['--input-type=module', '-e', lines.join(' ')];
}

/** Returns the pid that is recorded for a process; null while there is none. */
export function recordedPid(dataDir: string, name: Recorded): number | null {
  return recordOf(dataDir, name)?.pid ?? null;
}

/** Returns the port that is recorded for a process; null while there is none. */
export function recordedPort(dataDir: string, name: Recorded): number | null {
  return recordOf(dataDir, name)?.port ?? null;
}

function recordOf(dataDir: string, name: Recorded): { pid: number; port?: number } | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8'));
  } catch {
    return null;
  }
}

/** Waits until a process is recorded and returns its pid. */
export async function untilRecorded(dataDir: string, name: Recorded, ms = 90_000): Promise<number> {
  const deadline = Date.now() + ms;
  for (;;) {
    const pid = recordedPid(dataDir, name);
    if (pid !== null && isAlive(pid)) return pid;
    if (Date.now() > deadline) throw new Error(`no ${name} within ${ms / 1_000} s`);
    await sleep(50);
  }
}

/** Returns the engine: the child of the inference process that runs its entry. Linux only. */
export async function untilEngine(inferencePid: number, ms = 60_000): Promise<number> {
  const deadline = Date.now() + ms;
  for (;;) {
    for (const pid of childrenOf(inferencePid)) if (commandOf(pid).includes('inference-engine')) return pid;
    if (Date.now() > deadline) throw new Error(`no engine within ${ms / 1_000} s`);
    await sleep(50);
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = read(`/proc/${pid}/stat`);
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
    });
}

const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll('\u0000', ' ');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
