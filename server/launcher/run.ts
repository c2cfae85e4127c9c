import type { Config } from '../config.ts';
import type { ChildName } from '../db/local-mariadb/index.ts';
import type { Shutdown } from './shutdown.ts';
import type { StopRequest } from './stop-request.ts';
import { type Program, type SupervisedChild, superviseChild } from './supervised-child.ts';

/** The differences of a run from `npm start`. Only tests replace the entries. */
export interface LauncherOptions {
  /** Fill a demo workspace and run the sandbox platform next to the server. */
  demo?: boolean;
  /** Run the sandbox platform without filling anything. */
  sandbox?: boolean;
  /** Run several API servers behind a balancer in place of one. */
  cluster?: ClusterOptions;
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

/** Several API servers on this machine, and the programs that they need. */
export interface ClusterOptions {
  /** How many API servers. */
  servers: number;
  /** The balancer's program, and its configuration for containers, from which ours is made. */
  haproxy: string;
  haproxyConfig: string;
  /** The Redis server's program. Not used when REDIS_URL is set. */
  redis: string;
  /** Starts database nodes, which the servers use in turn, in place of the embedded database. */
  startDatabases?: (place: {
    folder: string;
    say: (line: string) => void;
    signal: AbortSignal;
  }) => Promise<{ urls: string[]; stop(): Promise<void> }>;
}

/** The API server, or the servers of a cluster together. */
export interface ApiServers {
  /** Restarts it, or one after the other. */
  restart(): void;
  /** Sends a message to each. */
  send(message: object): void;
}

/** What the API servers are started with. */
export interface ApiStart {
  entry: string;
  /** May change until a server is restarted. */
  environment: Readonly<Record<string, string>>;
  /** Where clients reach the API. */
  port: number;
  address: string;
  dataDir: string;
  /** The database nodes of a cluster; none when the environment names the only database. */
  databaseUrls: readonly string[];
  onMessage(message: unknown): void;
}

interface Child {
  name: ChildName;
  title: string;
  program: Program;
  port?: number;
  environment: () => NodeJS.ProcessEnv;
  onMessage?: (message: unknown) => void;
  /** Whether the others go on when it cannot start. */
  isOptional?: boolean;
}

const GRACE_MS = { sandbox: 2_000, inference: 4_000, redis: 2_000, balancer: 1_000 } as const;
/** What a process needs to end after its drain. */
const END_MS = 1_000;

/** Returns the time that a child has to finish its work when it stops. */
export function graceOf({ drainLimitMs }: Pick<Config, 'drainLimitMs'>, name: ChildName): number {
  return name in GRACE_MS ? GRACE_MS[name as keyof typeof GRACE_MS] : drainLimitMs + END_MS;
}

/** Starts a process that stops with the run. */
export function startChild(run: Run, child: Child): SupervisedChild {
  const supervised = supervise(run, child);
  run.shutdown.add(child.title, (remainingMs) =>
    supervised.stop(Math.min(graceOf(run.config, child.name), remainingMs)),
  );
  return supervised;
}

/** Starts a process whose stop is the caller's to arrange. */
export function supervise(run: Run, child: Child): SupervisedChild {
  const { config, stop, children, say } = run;
  stop.signal.throwIfAborted();
  const supervised = superviseChild({
    ...child,
    dataDir: config.dataDir,
    say,
    onFailure: (error) => (child.isOptional ? say(error.message) : stop.request(error)),
    // Other programs than ours write lines for their own operators.
    output: 'entry' in child.program ? outputOf(run) : 'file',
  });
  children.push(supervised);
  return supervised;
}

/** Returns where the children write their logs. At levels debug and trace, that is the terminal. */
export function outputOf({ options, config }: Run): 'terminal' | 'prefixed' | 'file' {
  if (options.hasPrefix) return 'prefixed';
  const isTerminal = options.isTerminal ?? process.stdout.isTTY;
  return isTerminal && !['debug', 'trace'].includes(config.logLevel) ? 'file' : 'terminal';
}
