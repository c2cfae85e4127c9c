import type { Config } from '../config.ts';
import type { Shutdown } from './shutdown.ts';
import type { StopRequest } from './stop-request.ts';
import { type SupervisedChild, superviseChild } from './supervised-child.ts';

/** The differences of a run from `npm start`. Only tests replace the entries. */
export interface LauncherOptions {
  /** Fill a demo workspace and run the sandbox platform next to the server. */
  demo?: boolean;
  /** Run the sandbox platform without filling anything. */
  sandbox?: boolean;
  /** Prefix the lines of each process with its name. */
  hasPrefix?: boolean;
  /** A person reads the output: the children log to files, and the terminal shows sentences. */
  isTerminal?: boolean;
  /** Started by npm: stop when npm ends. */
  isUnderNpm?: boolean;
  apiEntry?: string;
  sandboxEntry?: string;
  inferenceEntry?: string;
  adminEntry?: string;
  /** Called once, when everything is ready. `restart` restarts the processes with these names. */
  onReady?: (running: { address: string; restart(names: readonly string[]): void }) => void;
}

/** A run of the launcher: its options, and what has been started so far. */
export interface Run {
  options: LauncherOptions;
  config: Config;
  stop: StopRequest;
  shutdown: Shutdown;
  children: SupervisedChild[];
  say: (line: string) => void;
}

interface Child {
  name: 'api' | 'sandbox' | 'inference';
  title: string;
  entry: string;
  environment: () => NodeJS.ProcessEnv;
  onMessage?: (message: unknown) => void;
  /** Whether the others go on when it cannot start. */
  isOptional?: boolean;
}

const GRACE_MS = { sandbox: 2_000, inference: 4_000 } as const;
/** What a process needs to end after its drain. */
const END_MS = 1_000;

/** Returns the time that a child has to finish its work when it stops. */
export function graceOf({ drainLimitMs }: Config, name: Child['name']): number {
  return name === 'api' ? drainLimitMs + END_MS : GRACE_MS[name];
}

/** Starts a process that stops with the run. */
export function startChild(run: Run, child: Child): SupervisedChild {
  const { config, stop, shutdown, children, say } = run;
  stop.signal.throwIfAborted();
  const supervised = superviseChild({
    ...child,
    dataDir: config.dataDir,
    say,
    onFailure: (error) => (child.isOptional ? say(error.message) : stop.request(error)),
    output: outputOf(run),
  });
  children.push(supervised);
  shutdown.add(child.title, (remainingMs) =>
    supervised.stop(Math.min(graceOf(config, child.name), remainingMs)),
  );
  return supervised;
}

/** Returns where the children write their logs. At levels debug and trace, that is the terminal. */
export function outputOf({ options, config }: Run): 'terminal' | 'prefixed' | 'file' {
  if (options.hasPrefix) return 'prefixed';
  const isTerminal = options.isTerminal ?? process.stdout.isTTY;
  return isTerminal && !['debug', 'trace'].includes(config.logLevel) ? 'file' : 'terminal';
}
