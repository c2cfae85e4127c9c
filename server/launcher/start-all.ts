import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import {
  type DataDirLock,
  endRecorded,
  ensureSecretKey,
  lockDataDir,
  openLocalMariadb,
  requireSecretKey,
} from '../db/local-mariadb/index.ts';
import { prepareDemo } from './demo.ts';
import { claimPort } from './ports.ts';
import { SANDBOX_WANTED } from './sandbox-request.ts';
import type { Shutdown } from './shutdown.ts';
import type { StopRequest } from './stop-request.ts';
import { type SupervisedChild, superviseChild } from './supervised-child.ts';
import { localAddress, waitUntilReady } from './wait-until-ready.ts';

/** How a run differs from `npm start`. The entries are replaced by tests only. */
export interface LauncherOptions {
  /** Fill a demo workspace and run the sandbox platform beside the server. */
  demo?: boolean;
  /** Run the sandbox platform without filling anything. */
  sandbox?: boolean;
  /** Put the name of each process before its lines. */
  hasPrefix?: boolean;
  /** Started by npm, and so to end with it. */
  isUnderNpm?: boolean;
  apiEntry?: string;
  sandboxEntry?: string;
  adminEntry?: string;
  /** Told once, when everything answers. */
  onReady?: (running: { address: string; restart(): void }) => void;
}

/** One run of the launcher: what it was asked, and what has been started so far. */
interface Run {
  options: LauncherOptions;
  config: Config;
  stop: StopRequest;
  shutdown: Shutdown;
  children: SupervisedChild[];
  say: (line: string) => void;
}

const drainMs = 10_000;
const sandboxEndMs = 2_000;

/**
 * Starts everything in order and returns when it answers; each thing adds to `shutdown` how it is ended.
 * @throws {OperatorError} when something stands in the way; an aborted `stop.signal` ends it as well.
 */
export async function startAll(run: Run): Promise<void> {
  const { options, config, say } = run;
  const { stop } = run;
  const { signal } = stop;
  const began = Date.now();
  const lock = await takeDataDir(run);
  // A data folder that holds the demo goes on with the demo's platform, however it is started.
  const holdsDemo = existsSync(join(lock.dataDir, 'demo.json'));
  const hasSandbox = options.demo === true || options.sandbox === true || config.sandboxEnabled || holdsDemo;
  const port = await claimPort(config.port, config.host, 'PORT');
  const address = localAddress(config.host, port);
  const environment: Record<string, string> = {
    DATA_DIR: lock.dataDir,
    PORT: String(port),
    ...(await databaseEnvironment(run, lock)),
  };
  let sandboxAddress = hasSandbox ? await startSandbox(run, environment) : null;
  const entry = options.apiEntry ?? built('main.js');
  const onMessage = (message: unknown) => {
    if (message !== SANDBOX_WANTED || sandboxAddress !== null) return;
    sandboxAddress = '';
    say('The demo is wanted: starting the sandbox platform.');
    startSandbox(run, environment).then(
      (started) => {
        say(`The sandbox platform and its phone page: ${started}/`);
        api.restart();
      },
      (error) => stop.request(error),
    );
  };
  const api = startChild(run, { name: 'api', title: 'The API server', entry, environment, onMessage });
  await waitUntilReady(`${address}/readyz`, { signal });
  api.markReady();

  say(`Switchboard is ready at ${address} (${((Date.now() - began) / 1000).toFixed(1)} s). Ctrl-C stops it.`);
  if (sandboxAddress) say(`The sandbox platform and its phone page: ${sandboxAddress}/`);
  if (options.demo && sandboxAddress) {
    const adminEntry = options.adminEntry ?? built('admin.js');
    await prepareDemo({ entry: adminEntry, environment, address, sandboxAddress, say, signal });
  }
  options.onReady?.({
    address,
    restart: () => {
      for (const child of run.children) child.restart();
    },
  });
}

/** Runs the sandbox, and makes it the platform of every child that starts from now on. */
async function startSandbox(run: Run, environment: Record<string, string>): Promise<string> {
  const { options, config, stop } = run;
  const port = await claimPort(config.sandboxPort, '127.0.0.1', 'SANDBOX_PORT');
  const address = `http://127.0.0.1:${port}`;
  Object.assign(environment, { SANDBOX_ENABLED: '1', SANDBOX_PORT: String(port), GRAPH_URL: address });
  const entry = options.sandboxEntry ?? built('sandbox.js');
  const sandbox = startChild(run, { name: 'sandbox', title: 'The sandbox platform', entry, environment });
  await waitUntilReady(`${address}/`, { signal: stop.signal, isReady: () => true });
  sandbox.markReady();
  return address;
}

async function takeDataDir({ config, shutdown, say }: Run): Promise<DataDirLock> {
  const lock = await lockDataDir(config.dataDir, {
    address: config.port === 0 ? `a free port of ${config.host}` : localAddress(config.host, config.port),
    purpose: 'serve',
  });
  shutdown.add('The data folder', () => lock.release());
  for (const name of ['api', 'sandbox'] as const) {
    const found = await endRecorded(lock.dataDir, name, drainMs);
    if (found) say('Ended a server that an earlier run had left behind.');
  }
  return lock;
}

async function databaseEnvironment(run: Run, lock: DataDirLock): Promise<Record<string, string>> {
  const { config, stop, shutdown, say } = run;
  if (config.databaseUrl) {
    requireSecretKey(config.secretKey);
    return {};
  }
  const database = await openLocalMariadb(lock, { say, signal: stop.signal });
  shutdown.add('The database', () => database.stop());
  database.onFailure((error) => stop.request(error));
  return {
    DATABASE_URL: database.url,
    SECRET_KEY: config.secretKey ?? ensureSecretKey(lock.dataDir),
    EMBEDDED_DATABASE: '1',
  };
}

interface Child {
  name: 'api' | 'sandbox';
  title: string;
  entry: string;
  environment: Record<string, string>;
  onMessage?: (message: unknown) => void;
}

function startChild(run: Run, child: Child): SupervisedChild {
  const { options, config, stop, shutdown, children, say } = run;
  stop.signal.throwIfAborted();
  const supervised = superviseChild({
    ...child,
    dataDir: config.dataDir,
    say,
    onFailure: (error) => stop.request(error),
    hasPrefix: options.hasPrefix ?? false,
  });
  children.push(supervised);
  const graceMs = child.name === 'api' ? drainMs : sandboxEndMs;
  shutdown.add(child.title, (remainingMs) => supervised.stop(Math.min(graceMs, remainingMs)));
  return supervised;
}

function built(file: string): string {
  return fileURLToPath(new URL(`./${file}`, import.meta.url));
}
