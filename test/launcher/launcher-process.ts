import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { endRecorded, identify, type ProcessName } from '../../server/db/local-mariadb/index.ts';

/** A launcher that runs as a process of its own, as `npm start` would run it. */
export interface LauncherProcess {
  readonly pid: number;
  readonly dataDir: string;
  /** All it has printed so far. */
  output(): string;
  /** The address it printed; rejects when it ends first. */
  ready(): Promise<string>;
  exit(): Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

interface LaunchOptions {
  dataDir?: string;
  environment?: Record<string, string>;
  options?: object;
  /** The command and arguments that go before `node`, to become another user. */
  as?: string[];
}

const names = ['api', 'sandbox', 'inference', 'watchdog', 'mariadbd'] as const;

/** Starts a launcher with stand-in children on a free port; whatever is left of it is ended after the test. */
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

/** A data folder that goes away after the test. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-launcher-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The pid that the launcher wrote down for a process of its own. */
export function pidOf(dataDir: string, name: ProcessName): number {
  return JSON.parse(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8')).pid;
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  return identify(pid) !== null;
}

/** Waits until something holds, or fails with what was waited for. */
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

/** What the stand-in API was given, or null while it does not answer. */
export async function environmentOf(address: string): Promise<Record<string, string> | null> {
  try {
    return await (await fetch(`${address}/env`)).json();
  } catch {
    return null;
  }
}

/** Whether the stand-in API reaches the database. */
export async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`)).status === 200;
  } catch {
    return false;
  }
}
