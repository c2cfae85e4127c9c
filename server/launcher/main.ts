import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig } from '../config.ts';
import { identify, isRunning, OperatorError, type ProcessIdentity } from '../db/local-mariadb/index.ts';
import type { LauncherOptions } from './run.ts';
import { createShutdown } from './shutdown.ts';
import { startAll } from './start-all.ts';
import { listenForStop } from './stop-request.ts';
import type { SupervisedChild } from './supervised-child.ts';

const lookMs = 500;

const wholeStopMs = 14_500;
const startAbortMs = 10_000;

/**
 * Runs Switchboard on this machine until a signal ends it: the embedded database (unless DATABASE_URL),
 * the sandbox if wanted, and the API server, each restarted when it dies.
 * @returns the exit code; what went wrong has been printed.
 */
export async function runLauncher(options: LauncherOptions = {}): Promise<number> {
  // A closed terminal must not stop us from ending in order.
  process.stdout.on('error', () => undefined);
  const children: SupervisedChild[] = [];
  const stop = listenForStop(() => {
    console.log('Ending at once.');
    for (const child of children) child.kill();
    // The database still ends cleanly: its watchdog sees our pipe close.
    process.exit(130);
  });
  if (options.isUnderNpm) stopWithNpm(() => stop.request());
  const shutdown = createShutdown(say);
  const begin = async () => startAll({ options, config: readConfig(), stop, shutdown, children, say });
  const started = begin().catch((error: Error) => stop.request(error));
  await stop.requested;
  const deadline = performance.now() + wholeStopMs;
  const failure = stop.failure();
  if (failure) console.error(isForOperator(failure) ? failure.message : failure.stack);
  else say('Stopping…');
  // A start that is still going on ends at its next step; only then is it known what there is to end.
  await Promise.race([started, sleep(startAbortMs, undefined, { ref: false })]);
  await shutdown.run(deadline - performance.now());
  stop.dispose();
  if (!failure) say('Stopped.');
  return failure ? 1 : 0;
}

function isForOperator(error: Error): boolean {
  return error instanceof OperatorError || error instanceof ConfigError;
}

function say(line: string): void {
  console.log(line);
}

/**
 * Ends a run when the npm that started it is gone. npm passes SIGTERM to the shell between it and us,
 * and that shell dies without passing it on: nobody would tell us.
 */
function stopWithNpm(stop: () => void): void {
  const parent = process.ppid;
  const ancestors = ancestorsUpToNpm(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && ancestors.every(isRunning)) return;
    clearInterval(timer);
    stop();
  }, lookMs);
  timer.unref();
}

/** The shells above us and the first process that is none: npm. Beyond it is the user's own business. */
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

/** Name and parent of a process, where the system tells without asking another program. */
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
