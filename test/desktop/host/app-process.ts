import { type ChildProcess, spawn } from 'node:child_process';

/** A process of the app, with its output and exit code. */
export interface AppProcess {
  child: ChildProcess;
  log(): string;
  exited(): Promise<number | null>;
}

export function startProcess(args: readonly string[], environment: Record<string, string>): AppProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...inherited(), ...environment },
  });
  let log = '';
  const keep = (chunk: Buffer) => {
    log += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, log: () => log, exited: () => exited };
}

/** Returns the environment variables that the app inherits. It does not get those of the test runner. */
export function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'DISPLAY', 'XDG_RUNTIME_DIR', 'SystemRoot', 'APPDATA'];
  const pairs = names.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
