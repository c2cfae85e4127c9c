import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig } from '../config.ts';
import { identify, isRunning, OperatorError, type ProcessIdentity } from '../db/local-mariadb/index.ts';
import { watchLogs } from './child-log.ts';
import { clusterDrain } from './cluster/cluster.ts';
import { exitCodeOf } from './exit-code.ts';
import type { LauncherOptions } from './run.ts';
import { createShutdown } from './shutdown.ts';
import { startAll } from './start-all.ts';
import { listenForStop } from './stop-request.ts';
import type { SupervisedChild } from './supervised-child.ts';

export { requestClusterRestart } from './cluster/cluster.ts';

const pollMs = 500;

/** What the other children and the database need, after the API server's drain. */
const restStopMs = 5_500;
/** The drain of a server whose configuration could not be read. */
const shortestDrainMs = 9_000;
const startAbortMs = 10_000;

/**
 * Runs Switchboard on this machine until a signal stops it: the embedded database (unless DATABASE_URL is
 * set), the sandbox if enabled, and the API server. Restarts each of them when it dies.
 * @returns the exit code; errors have already been printed.
 */
export async function runLauncher(options: LauncherOptions = {}): Promise<number> {
  // A closed terminal must not prevent an orderly shutdown.
  process.stdout.on('error', () => undefined);
  const children: SupervisedChild[] = [];
  const stop = listenForStop(() => {
    console.log('Stopping immediately.');
    for (const child of children) child.kill();
    // The database still shuts down cleanly: its watchdog sees our pipe close.
    process.exit(130);
  });
  if (options.isUnderNpm) stopWithNpm(() => stop.request());
  const shutdown = createShutdown(say);
  let drainMs = shortestDrainMs;
  const begin = async () => {
    const config = readConfig();
    drainMs = options.cluster ? clusterDrain().drainLimitMs : config.drainLimitMs;
    watchLogs(config.dataDir);
    await startAll({ options, config, stop, shutdown, children, say });
  };
  const started = begin().catch((error: Error) => stop.request(error));
  await stop.requested;
  const deadline = performance.now() + drainMs + restStopMs;
  const failure = stop.failure();
  if (failure) console.error(isForOperator(failure) ? failure.message : failure.stack);
  else say('Stopping…');
  // If startup is still running, it stops at its next step. Only then is it known what must be stopped.
  await Promise.race([started, sleep(startAbortMs, undefined, { ref: false })]);
  await shutdown.run(deadline - performance.now());
  stop.dispose();
  if (!failure) say('Stopped.');
  return failure ? exitCodeOf(failure) : 0;
}

function isForOperator(error: Error): boolean {
  return error instanceof OperatorError || error instanceof ConfigError;
}

function say(line: string): void {
  console.log(line);
}

/**
 * Stops when the npm process that started us has ended. npm sends SIGTERM to the shell between it and us, but
 * that shell dies without forwarding it, so we would never find out.
 */
function stopWithNpm(stop: () => void): void {
  const parent = process.ppid;
  const ancestors = ancestorsUpToNpm(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && ancestors.every(isRunning)) return;
    clearInterval(timer);
    stop();
  }, pollMs);
  timer.unref();
}

/**
 * Returns the shells above us and npm, the first process that is not a shell. Processes above npm belong to
 * the user.
 */
function ancestorsUpToNpm(parent: number): ProcessIdentity[] {
  const found: ProcessIdentity[] = [];
  let pid = parent;
  for (;;) {
    const status = statusOf(pid);
    const identity = status && identify(pid);
    if (!identity || pid <= 1) return found;
    found.push(identity);
    if (!/^(sh|dash|bash|ash|zsh|busybox)$/.test(status.name)) return found;
    pid = status.parent;
  }
}

/** Returns the name and parent of a process on systems with /proc; null elsewhere. */
function statusOf(pid: number): { name: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent: Number(stat.slice(end + 2).split(' ')[1]),
    };
  } catch {
    return null;
  }
}
