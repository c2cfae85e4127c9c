import type { Config } from '../config.ts';
import type { Shutdown } from './shutdown.ts';
import type { StopRequest } from './stop-request.ts';
import { type SupervisedChild, superviseChild } from './supervised-child.ts';

/** How a run differs from `npm start`. The entries are replaced by tests only. */
export interface LauncherOptions {
  /** Fill a demo workspace and run the sandbox platform beside the server. */
  demo?: boolean;
  /** Run the sandbox platform without filling anything. */
  sandbox?: boolean;
  /** Put the name of each process before its lines. */
  hasPrefix?: boolean;
  /** Somebody reads along: what the children log goes to files, and the terminal keeps sentences. */
  isTerminal?: boolean;
  /** Started by npm, and so to end with it. */
  isUnderNpm?: boolean;
  apiEntry?: string;
  sandboxEntry?: string;
  inferenceEntry?: string;
  adminEntry?: string;
  /** Called once, when everything answers. `restart` starts the processes of these names again. */
  onReady?: (running: { address: string; restart(names: readonly string[]): void }) => void;
}

/** One run of the launcher: what it was asked, and what has been started so far. */
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
  environment: Record<string, string>;
  onMessage?: (message: unknown) => void;
}

/** How long each child is given to end what it is doing. */
export const graceMs = { api: 10_000, sandbox: 2_000, inference: 4_000 } as const;

/** Starts a process of the run; it is ended with the run. */
export function startChild(run: Run, child: Child): SupervisedChild {
  const { config, stop, shutdown, children, say } = run;
  stop.signal.throwIfAborted();
  const supervised = superviseChild({
    ...child,
    dataDir: config.dataDir,
    say,
    onFailure: (error) => stop.request(error),
    output: outputOf(run),
  });
  children.push(supervised);
  shutdown.add(child.title, (remainingMs) => supervised.stop(Math.min(graceMs[child.name], remainingMs)));
  return supervised;
}

/** Where the lines of the children go. Who asks for every request wants to see them. */
export function outputOf({ options, config }: Run): 'terminal' | 'prefixed' | 'file' {
  if (options.hasPrefix) return 'prefixed';
  const isTerminal = options.isTerminal ?? process.stdout.isTTY;
  return isTerminal && !['debug', 'trace'].includes(config.logLevel) ? 'file' : 'terminal';
}
