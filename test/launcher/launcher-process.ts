import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { endRecorded, identify, type ProcessName } from '../../server/db/local-mariadb/index.ts';

/** A launcher in a separate process, as with `npm start`. */
export interface LauncherProcess {
  readonly pid: number;
  readonly dataDir: string;
  /** Returns its output so far. */
  output(): string;
  /** Waits for the address that it prints. Rejects when it ends before that. */
  ready(): Promise<string>;
  exit(): Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

interface LaunchOptions {
  dataDir?: string;
  environment?: Record<string, string>;
  options?: object;
  /** A command with arguments to insert before `node`, to run as another user. */
  as?: string[];
}

const names = ['api', 'sandbox', 'inference', 'watchdog', 'mariadbd'] as const;

/** Starts a launcher with stand-in children on a free port. Ends its remaining processes after the test. */
export function launch({
  dataDir = makeDataDir(),
  environment = {},
  options = {},
  as = [],
}: LaunchOptions = {}) {
  const fixture = fileURLToPath(new URL('./fixtures/launch.mjs', import.meta.url));
  const [command = process.execPath, ...args] = [...as, process.execPath, fixture, JSON.stringify(options)];
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      PATH: '/usr/bin:/bin',
      PORT: '0',
      SANDBOX_PORT: '0',
      INFERENCE_PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
  });
  const running = watch(child, dataDir);
  onTestFinished(async () => {
    running.kill('SIGTERM');
    await running.exit();
    for (const name of names) await endRecorded(dataDir, name, 5_000);
  });
  return running;
}

function watch(child: ChildProcess, dataDir: string): LauncherProcess {
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return {
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    exit: () => exited,
    kill: (signal) => {
      child.kill(signal);
    },
    ready: async () => {
      for (;;) {
        const found = /ready at (\S+)/.exec(output);
        if (found?.[1]) return found[1];
        if (child.exitCode !== null) throw new Error(`the launcher ended:\n${output}`);
        await sleep(20);
      }
    },
  };
}

/** Creates a data folder, which is deleted after the test. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-launcher-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Returns the pid that the launcher has recorded for one of its processes. */
export function pidOf(dataDir: string, name: ProcessName): number {
  return JSON.parse(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8')).pid;
}

/** Whether a process is running. */
export function isAlive(pid: number): boolean {
  return identify(pid) !== null;
}

/** Waits until a condition holds. Fails with its description after the time limit. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 15_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited too long until ${what}`);
    await sleep(20);
  }
}

/** Returns the environment of the stand-in API, or null while it does not respond. */
export async function environmentOf(address: string): Promise<StandIn | null> {
  try {
    return await (await fetch(`${address}/env`)).json();
  } catch {
    return null;
  }
}

/** What the stand-in API says of itself: a few variables of its environment, and the messages of the launcher. */
interface StandIn {
  pid: number;
  DATABASE_URL?: string;
  SECRET_KEY?: string;
  EMBEDDED_DATABASE?: string;
  GRAPH_URL?: string;
  SANDBOX_URL?: string;
  received: { is: string; url?: string; takenPort?: number }[];
}

/** Whether the stand-in API can connect to the database. */
export async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`)).status === 200;
  } catch {
    return false;
  }
}
