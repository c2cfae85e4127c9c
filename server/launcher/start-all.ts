import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { apiEnvironment, bareEnvironment, childEnvironment, readConfig } from '../config.ts';
import {
  type DataDirLock,
  endRecorded,
  ensureSecretKey,
  freePort,
  lockDataDir,
  OperatorError,
  openLocalMariadb,
  requireSecretKey,
} from '../db/local-mariadb/index.ts';
import { requireDatabase } from '../db/require-database.ts';
import { storedSetupCode } from '../kernel/setup-code/setup-code-file.ts';
import { logFolder } from './child-log.ts';
import { prepareDemo } from './demo.ts';
import { describeDemoAccess, describeSetupCode } from './demo-access.ts';
import { LauncherMessageSchema } from './launcher-link.ts';
import { graceOf, outputOf, type Run, startChild } from './run.ts';

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
  const environment: Record<string, string> = {
    DATA_DIR: lock.dataDir,
    PORT: String(port),
    INFERENCE_PORT: String(inferencePort),
    // Only the demo has a model without a download, and it answers with random text.
    ...(config.hasPlaceholderModel === undefined && (options.demo || holdsDemo)
      ? { MODEL_PLACEHOLDER: '1' }
      : {}),
    ...(await databaseEnvironment(run, lock)),
  };
  let sandboxAddress = hasSandbox ? await startSandbox(run, environment) : null;
  // Workspaces have test numbers: their phones go on after a restart.
  let testPhones =
    !hasSandbox && existsSync(join(lock.dataDir, 'sandbox'))
      ? startTestPhones(run, environment).catch((error) => say(`No test phones: ${(error as Error).message}`))
      : null;
  await testPhones;
  announce(lock, environment);
  const entry = options.apiEntry ?? built('main.js');
  const startSandboxOnce = async () => {
    if (sandboxAddress !== null) return;
    sandboxAddress = '';
    say('Starting the sandbox platform for the demo.');
    sandboxAddress = await startSandbox(run, environment);
    announce(lock, environment);
    say(`The sandbox platform and its phone page: ${sandboxAddress}/`);
    api.restart();
  };
  const openTestPhones = async () => {
    testPhones ??= sandboxAddress ? Promise.resolve(sandboxAddress) : startTestPhones(run, environment);
    const url = await testPhones;
    if (!url) return;
    await waitUntilReady(`${url}/`, { signal, isReady: () => true });
    api.send({ is: 'sandbox-ready', url });
  };
  // The API server removes the file when the code is no longer needed.
  const setupCode = () => storedSetupCode(lock.dataDir);
  const onMessage = (given: unknown) => {
    const { data: message } = LauncherMessageSchema.safeParse(given);
    if (message?.is === 'sandbox-wanted') startSandboxOnce().catch((error) => stop.request(error));
    if (message?.is === 'test-phone-wanted')
      openTestPhones().catch((error: Error) => {
        testPhones = null;
        say(`No test phone could be opened: ${error.message}`);
      });
    if (message?.is === 'demo-loaded') {
      for (const line of describeDemoAccess(message.wayIn, address, sandboxAddress ?? '', setupCode()))
        say(line);
    }
  };
  const api = startChild(run, {
    name: 'api',
    title: 'The API server',
    entry,
    environment: () => apiEnvironment(environment),
    onMessage,
  });
  await waitUntilReady(`${address}/readyz`, { signal });
  api.markReady();
  startInference(run, environment);

  say(
    `Switchboard is ready at ${address} (${((performance.now() - began) / 1000).toFixed(1)} s). Ctrl-C stops it.`,
  );
  const code = setupCode();
  // With the demo, the code is printed together with the credentials.
  if (code !== null && !options.demo) say(describeSetupCode(code));
  if (sandboxAddress) say(`The sandbox platform and its phone page: ${sandboxAddress}/`);
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

/** The variables of the operator that the sandbox reads. It gets no secret. */
const SANDBOX_VARIABLES = /^(HOST|LOG_LEVEL)$/;
/** What only the API server needs. */
const NOT_FOR_INFERENCE = /^(S3_\w+|REDIS_URL)$/;

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
    title: 'The sandbox platform',
    entry,
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
    entry: run.options.sandboxEntry ?? built('sandbox.js'),
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
    entry,
    environment: () => childEnvironment(environment, NOT_FOR_INFERENCE),
  }).markReady();
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
  for (const name of ['api', 'sandbox', 'inference'] as const) {
    const found = await endRecorded(lock.dataDir, name, graceOf(config, 'api'));
    if (found) say('Stopped a server that an earlier run had left behind.');
  }
  return lock;
}

async function databaseEnvironment(run: Run, lock: DataDirLock): Promise<Record<string, string>> {
  const { config, stop, shutdown, say } = run;
  if (config.databaseUrl) {
    requireSecretKey(config.secretKey);
    await requireDatabase(config.databaseUrl);
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

function built(file: string): string {
  return fileURLToPath(new URL(`./${file}`, import.meta.url));
}

/**
 * Returns the port for a child, after checking that it is free. 0 becomes a free port.
 * @param variable the setting of the port, for the error message.
 * @throws {OperatorError} `port_in_use`.
 */
async function claimPort(port: number, host: string, variable: string): Promise<number> {
  if (port === 0) return freePort();
  const error = await tryListening(port, host);
  if (!error) return port;
  throw new OperatorError('port_in_use', sentenceFor(error, port, host, variable));
}

function sentenceFor(error: NodeJS.ErrnoException, port: number, host: string, variable: string): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program: set ${variable}=… to another port, or stop it.`;
  }
  if (error.code === 'EACCES') {
    return `Port ${port} is not open to this user: set ${variable}=… to a port above 1023.`;
  }
  return `Cannot listen on ${host}:${port} (${error.message}): set HOST or ${variable} to what this machine has.`;
}

function tryListening(port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', done);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(null)));
  });
}

interface WaitOptions {
  signal: AbortSignal;
  /** Whether a status counts as ready; by default only 200 does. */
  isReady?: (status: number) => boolean;
}

/**
 * Polls a URL until it is ready, without a time limit (a migration may take long). The supervisor of the
 * process aborts `signal` when the process has failed.
 */
async function waitUntilReady(url: string, { signal, isReady }: WaitOptions): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const status = await statusOf(url, signal);
    if (status !== null && (isReady ? isReady(status) : status === 200)) return;
    await sleep(25, undefined, { signal });
  }
}

async function statusOf(url: string, signal: AbortSignal): Promise<number | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

/** Returns the URL under which this machine reaches a server that listens on `host`. */
function localAddress(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
