import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiEnvironment, bareEnvironment, childEnvironment, readConfig } from '../config.ts';
import {
  type DataDirLock,
  endRecorded,
  ensureSecretKey,
  lockDataDir,
  OperatorError,
  openLocalMariadb,
  recordedChildren,
  requireSecretKey,
} from '../db/local-mariadb/index.ts';
import { requireDatabase } from '../db/require-database.ts';
import { storedSetupCode } from '../kernel/setup-code/setup-code-file.ts';
import { claimPort, localAddress, waitUntilReady } from './addresses.ts';
import { logFolder } from './child-log.ts';
import { startCluster } from './cluster/cluster.ts';
import { prepareDemo } from './demo.ts';
import { describeDemoAccess, describeSetupCode } from './demo-access.ts';
import { LauncherMessageSchema } from './launcher-link.ts';
import { type ApiServers, type ApiStart, graceOf, outputOf, type Run, startChild } from './run.ts';

/**
 * Starts everything in order and returns when it is ready; each part adds its shutdown step to `shutdown`.
 * @throws {OperatorError} when a part cannot start; also rejects when `stop.signal` is aborted.
 */
export async function startAll(run: Run): Promise<void> {
  const { options, config, say } = run;
  const { stop } = run;
  const { signal } = stop;
  const began = performance.now();
  const lock = await takeDataDir(run);
  // A data folder with the demo always uses the demo's platform, however it is started.
  const holdsDemo = existsSync(join(lock.dataDir, 'demo.json'));
  const hasSandbox = options.demo === true || options.sandbox === true || config.sandboxEnabled || holdsDemo;
  const port = await claimPort(config.port, config.host, 'PORT');
  const inferencePort = await claimPort(config.inferencePort, config.host, 'INFERENCE_PORT');
  const address = localAddress(config.host, port);
  const database = await openDatabase(run, lock);
  const environment: Record<string, string> = {
    DATA_DIR: lock.dataDir,
    PORT: String(port),
    INFERENCE_PORT: String(inferencePort),
    // Only the demo has a model without a download, and it answers with random text.
    ...(config.hasPlaceholderModel === undefined && (options.demo || holdsDemo)
      ? { MODEL_PLACEHOLDER: '1' }
      : {}),
    ...database.environment,
  };
  let sandboxAddress = hasSandbox ? await startSandbox(run, environment) : null;
  // Workspaces have test numbers: their phones go on after a restart.
  let testPhones =
    !hasSandbox && existsSync(join(lock.dataDir, 'sandbox'))
      ? startTestPhones(run, environment).catch((error: Error) => {
          say(`No test phones: ${error.message}`);
          return null;
        })
      : null;
  // What is asked for later tries again.
  if ((await testPhones) === null) testPhones = null;
  announce(lock, environment);
  const entry = options.apiEntry ?? built('main.js');
  const startSandboxOnce = async () => {
    if (sandboxAddress !== null) return;
    sandboxAddress = '';
    say('Starting the WhatsApp test server for the demo.');
    sandboxAddress = await startSandbox(run, environment);
    announce(lock, environment);
    say(`The WhatsApp test server and its phone page: ${sandboxAddress}/`);
    api.restart();
  };
  const openTestPhones = async () => {
    testPhones ??= sandboxAddress ? Promise.resolve(sandboxAddress) : startTestPhones(run, environment);
    const url = await testPhones;
    if (url === null) return;
    await waitUntilReady(`${url}/`, { signal, isReady: () => true });
    api.send({ is: 'sandbox-ready', url });
  };
  /** Lets people in a browser know why the sandbox does not start: they do not see this terminal. */
  const noteTakenPort = (error: Error) => {
    const isTaken = error instanceof OperatorError && error.code === 'port_in_use';
    if (isTaken) api.send({ is: 'sandbox-failed', takenPort: config.sandboxPort });
  };
  // The API server removes the file when the code is no longer needed.
  const setupCode = () => storedSetupCode(lock.dataDir);
  const onMessage = (given: unknown) => {
    const { data: message } = LauncherMessageSchema.safeParse(given);
    if (message?.is === 'sandbox-wanted')
      startSandboxOnce().catch((error) => {
        // A server that people use must not end because the demo's port is taken. Nothing has changed yet.
        if (!(error instanceof OperatorError && error.code === 'port_in_use')) return stop.request(error);
        sandboxAddress = null;
        say(`The demo could not be loaded: ${error.message}`);
        noteTakenPort(error);
      });
    if (message?.is === 'test-phone-wanted')
      openTestPhones().catch((error: Error) => {
        testPhones = null;
        say(`No test phone could be opened: ${error.message}`);
        noteTakenPort(error);
      });
    if (message?.is === 'demo-loaded') {
      for (const line of describeDemoAccess(message.wayIn, address, sandboxAddress ?? '', setupCode()))
        say(line);
    }
  };
  const api = await startApi(run, {
    ...{ entry, environment, port, address, dataDir: lock.dataDir, onMessage },
    databaseUrls: database.urls,
  });
  startInference(run, environment);

  say(
    `Switchboard is ready at ${address} (${((performance.now() - began) / 1000).toFixed(1)} s). Ctrl-C stops it.`,
  );
  const code = setupCode();
  // With the demo, the code is printed together with the credentials.
  if (code !== null && !options.demo) say(describeSetupCode(code));
  if (sandboxAddress) say(`The WhatsApp test server and its phone page: ${sandboxAddress}/`);
  say(`The model's endpoint: ${localAddress(config.host, inferencePort)}/v1`);
  if (outputOf(run) === 'file') say(`Logs: ${logFolder(lock.dataDir)}`);
  if (options.demo && sandboxAddress) {
    const adminEntry = options.adminEntry ?? built('admin.js');
    const exists = holdsDemo;
    const demo = { entry: adminEntry, environment, address, sandboxAddress, exists, setupCode, say, signal };
    await prepareDemo(demo);
  }
  options.onReady?.({
    address,
    restart: (names) => {
      for (const child of run.children) if (names.includes(child.name)) child.restart();
    },
  });
}

/** Starts the API server, or several of them behind a balancer; returns when the API is ready. */
async function startApi(run: Run, start: ApiStart): Promise<ApiServers> {
  const { cluster } = run.options;
  if (cluster) return startCluster(run, cluster, start);
  const { entry, environment, address, onMessage } = start;
  const api = startChild(run, {
    name: 'api',
    title: 'The API server',
    program: { entry },
    environment: () => apiEnvironment(environment),
    onMessage,
  });
  await waitUntilReady(`${address}/readyz`, { signal: run.stop.signal });
  api.markReady();
  return api;
}

/** The variables of the operator that the sandbox reads. It gets no secret. */
const SANDBOX_VARIABLES = /^(HOST|LOG_LEVEL)$/;
/** What only the API server needs. Its processes go with its Redis: the one without the other is an error. */
const NOT_FOR_INFERENCE = /^(S3_\w+|OTEL_\w+|REDIS_URL|WORKERS)$/;

/** Beside its only API server, it need not wait until others notice; and the run waits four seconds for it. */
const QUICK_DRAIN = { DRAIN_DELAY_SECONDS: '0', INFERENCE_DRAIN_SECONDS: '3' };

/** Starts the sandbox, and makes it the platform of every child that starts afterwards. */
async function startSandbox(run: Run, environment: Record<string, string>): Promise<string> {
  const { options, config, stop } = run;
  const port = await claimPort(config.sandboxPort, '127.0.0.1', 'SANDBOX_PORT');
  const address = `http://127.0.0.1:${port}`;
  Object.assign(environment, { SANDBOX_ENABLED: '1', SANDBOX_PORT: String(port), GRAPH_URL: address });
  const entry = options.sandboxEntry ?? built('sandbox.js');
  const sandboxSettings = { SANDBOX_PORT: String(port), DATA_DIR: environment.DATA_DIR ?? config.dataDir };
  const sandbox = startChild(run, {
    name: 'sandbox',
    title: 'The WhatsApp test server',
    program: { entry },
    environment: () => bareEnvironment(sandboxSettings, SANDBOX_VARIABLES),
  });
  await waitUntilReady(`${address}/`, { signal: stop.signal, isReady: () => true });
  sandbox.markReady();
  return address;
}

/** Starts the sandbox for test numbers, beside the platform of all others. Nothing else depends on it. */
async function startTestPhones(run: Run, environment: Record<string, string>): Promise<string> {
  const port = await claimPort(run.config.sandboxPort, '127.0.0.1', 'SANDBOX_PORT');
  const address = `http://127.0.0.1:${port}`;
  environment.SANDBOX_URL = address;
  const settings = { SANDBOX_PORT: String(port), DATA_DIR: environment.DATA_DIR ?? run.config.dataDir };
  startChild(run, {
    name: 'sandbox',
    title: 'The sandbox of the test phones',
    program: { entry: run.options.sandboxEntry ?? built('sandbox.js') },
    // Its pages are for this machine only.
    environment: () => bareEnvironment(settings, /^LOG_LEVEL$/),
    isOptional: true,
  }).markReady();
  return address;
}

/**
 * Starts the inference endpoint without waiting for it. The model loads in the background; without a model,
 * requests get an error.
 */
function startInference(run: Run, environment: Record<string, string>): void {
  const entry = run.options.inferenceEntry ?? built('inference.js');
  startChild(run, {
    name: 'inference',
    title: "The model's endpoint",
    program: { entry },
    environment: () => inferenceEnvironment(environment),
  }).markReady();
}

/** Returns the environment of the inference endpoint beside an API server with this one. */
export function inferenceEnvironment(environment: Record<string, string>): NodeJS.ProcessEnv {
  return childEnvironment({ ...environment, ...QUICK_DRAIN }, NOT_FOR_INFERENCE);
}

/** Publishes the server's settings to the operator's commands, whose own environment may differ. */
function announce(lock: DataDirLock, environment: Record<string, string>): void {
  const { publicUrl, port, graphUrl, graphVersion, sandboxEnabled, embeddedDatabase } = readConfig(
    childEnvironment(environment),
  );
  lock.announce({ publicUrl, port, graphUrl, graphVersion, sandboxEnabled, embeddedDatabase });
}

async function takeDataDir({ config, shutdown, say }: Run): Promise<DataDirLock> {
  const lock = await lockDataDir(config.dataDir, {
    address: config.port === 0 ? `a free port of ${config.host}` : localAddress(config.host, config.port),
    purpose: 'serve',
  });
  shutdown.add('The data folder', () => lock.release());
  const left = await Promise.all(
    recordedChildren(lock.dataDir).map((name) => endRecorded(lock.dataDir, name, graceOf(config, 'api'))),
  );
  const count = left.filter(Boolean).length;
  if (count === 1) say('Stopped a server that an earlier run had left behind.');
  if (count > 1) say(`Stopped ${count} servers that an earlier run had left behind.`);
  return lock;
}

/** Opens the database, or the nodes of one. @returns what the processes need, and the addresses of the nodes. */
async function openDatabase(
  run: Run,
  lock: DataDirLock,
): Promise<{ environment: Record<string, string>; urls: string[] }> {
  const { config, options, stop, shutdown, say } = run;
  const secretKey = () => config.secretKey ?? ensureSecretKey(lock.dataDir);
  if (options.cluster?.startDatabases) {
    const folder = join(lock.dataDir, 'galera');
    const nodes = await options.cluster.startDatabases({ folder, say, signal: stop.signal });
    shutdown.add('The database nodes', () => nodes.stop());
    const [url = ''] = nodes.urls;
    return { environment: { DATABASE_URL: url, SECRET_KEY: secretKey() }, urls: nodes.urls };
  }
  if (config.databaseUrl) {
    requireSecretKey(config.secretKey);
    await requireDatabase(config.databaseUrl);
    return { environment: {}, urls: [] };
  }
  const database = await openLocalMariadb(lock, { say, signal: stop.signal });
  shutdown.add('The database', () => database.stop());
  database.onFailure((error) => stop.request(error));
  return {
    environment: { DATABASE_URL: database.url, SECRET_KEY: secretKey(), EMBEDDED_DATABASE: '1' },
    urls: [],
  };
}

function built(file: string): string {
  return fileURLToPath(new URL(`./${file}`, import.meta.url));
}
