import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver/index.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { type PlatformEdge, startPlatformEdge } from './fronts.ts';
import { type Launcher, recordedPort, startProgram, superviseLauncher } from './launcher.ts';
import type { StackName } from './plan.ts';
import { openJournal } from './records.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { ask, type ClientOrder, type ClientTenant } from './work.ts';

/** A workspace with everything around it. */
export interface CampaignTenant extends ClientTenant {
  revokedKeyId: string;
  receiver: WebhookReceiver;
  receiverSecret: string;
}

/** The whole product with its outside world: the launcher's processes, platform, receivers and clients. */
export interface Stack {
  name: StackName;
  apiUrl: string;
  modelUrl: string;
  journals: string;
  /** DATA_DIR of the launcher. */
  dataDir: string;
  /** The folder with the database's records: DATA_DIR for the embedded database. */
  databaseDir: string;
  launcher: Launcher;
  /** Names of the API servers of a cluster, as they are recorded; none with a single server. */
  servers: ApiServerName[];
  /** Returns the address of one of them; null while it is not running. */
  serverUrl(name: ApiServerName): string | null;
  edge: PlatformEdge;
  proxy: DatabaseProxy | null;
  disk: SmallDisk | null;
  tenants: CampaignTenant[];
  clients: ChildProcess;
  /** A key without limits, to see whether the model answers. */
  probeKey: string;
  /** Calls the sandbox's control API. */
  control(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number | null; body: ReturnType<typeof JSON.parse> }>;
  /** Runs `npm run admin` against the database itself. */
  admin(...words: string[]): Promise<ReturnType<typeof JSON.parse>>;
  stop(): Promise<void>;
}

export type ApiServerName = `api-${number}`;

/** Sign-ins a minute of one address in a cluster, to see whether its servers count together. */
export const CLUSTER_LOGIN_LIMIT = 30;

export interface StackOptions {
  name: StackName;
  /** How many API servers a cluster has, and whether it has three database nodes. */
  servers: number;
  isGalera: boolean;
  root: string;
  /** The folder for the journals of this stack. */
  journals: string;
  seed: number;
  customers: number;
  say(line: string): void;
}

const TENANTS = 2;
const DISK_MEGABYTES = 900;
const run = promisify(execFile);

/** Starts everything and returns when the clients have begun. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { name, root, journals, seed, say } = options;
  const dist = join(root, 'dist', 'server');
  const base = mkdtempSync(join(tmpdir(), 'switchboard-campaign-'));
  mkdirSync(journals, { recursive: true });
  const undo: (() => unknown)[] = [() => rmSync(base, { recursive: true, force: true, maxRetries: 5 })];
  const stop = async () => {
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch (error) {
        say(`  while stopping: ${error}`);
      }
    }
  };
  try {
    const { lockDataDir, openLocalMariadb, freePort } = await import(join(dist, 'local-mariadb.js'));
    const disk = name === 'external' ? mountSmallDisk(base, DISK_MEGABYTES) : null;
    if (disk) undo.push(() => disk.remove());
    const dataDir = join(disk?.folder ?? base, 'data');
    const databaseDir = name === 'embedded' ? dataDir : join(disk?.folder ?? base, 'database');
    for (const folder of new Set([dataDir, databaseDir])) mkdirSync(folder, { recursive: true, mode: 0o700 });
    let databaseUrl: string | null = null;
    let proxy: DatabaseProxy | null = null;
    if (name !== 'embedded' && !options.isGalera) {
      const lock = await lockDataDir(databaseDir, { address: 'the campaign', purpose: 'serve' });
      undo.push(() => lock.release());
      const database = await openLocalMariadb(lock, { say: () => undefined });
      undo.push(() => database.stop());
      database.onFailure((error: Error) => say(`  the database failed: ${error.message}`));
      databaseUrl = database.url as string;
      const started = await startDatabaseProxy(databaseUrl);
      proxy = started;
      undo.push(() => started.close());
    }

    const sandboxPort: number = await freePort();
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    const sandbox = fork(join(dist, 'sandbox.js'), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...{ PATH: process.env.PATH, SANDBOX_PORT: String(sandboxPort), LOG_LEVEL: 'error' },
        DATA_DIR: join(base, 'sandbox'),
      },
    });
    undo.push(() => sandbox.kill('SIGKILL'));
    const control = (method: string, path: string, body?: unknown) =>
      ask(`${sandboxUrl}/control${path}`, { method, ...(body === undefined ? {} : { json: body }) });

    const [port, inferencePort]: number[] = [await freePort(), await freePort()];
    const apiUrl = `http://127.0.0.1:${port}`;
    const byNumber = new Map<string, string>();
    const edge = await startPlatformEdge({
      ...{ sandboxUrl, apiUrl, journal: openJournal(journals, 'platform') },
      tenantOf: (phoneNumberId) => byNumber.get(phoneNumberId),
    });
    undo.push(() => edge.close());
    const environment = {
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: dataDir, GRAPH_URL: edge.graphUrl },
      ...{ PORT: String(port), INFERENCE_PORT: String(inferencePort), MODEL_PLACEHOLDER: '1' },
      SECRET_KEY: randomBytes(32).toString('base64url'),
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      INFERENCE_DEADLINE_SECONDS: '30',
      RATE_LIMIT_KEY_PER_MINUTE: '1000000',
      RATE_LIMIT_TENANT_PER_MINUTE: '1000000',
      RATE_LIMIT_LOGIN_PER_MINUTE: name === 'cluster' ? String(CLUSTER_LOGIN_LIMIT) : '1000000',
      RATE_LIMIT_INFERENCE_PER_MINUTE: '1000000',
    };
    const launcher = superviseLauncher({
      program:
        name === 'cluster'
          ? [
              ...[join(root, 'scripts', 'cluster.mjs'), '--servers', String(options.servers)],
              ...(options.isGalera ? ['--galera'] : []),
            ]
          : startProgram(join(dist, 'launcher.js')),
      log: join(journals, 'launcher.log'),
      environment: {
        ...environment,
        ...(proxy ? { DATABASE_URL: proxy.url } : {}),
        // As under npm: it stops when this process has ended.
        ...(name === 'cluster' ? { npm_lifecycle_event: 'cluster' } : {}),
      },
    });
    const servers = Array.from(
      { length: name === 'cluster' ? options.servers : 0 },
      (_, index): ApiServerName => `api-${index + 1}`,
    );
    const serverUrl = (server: ApiServerName) => {
      const recorded = recordedPort(dataDir, server);
      return recorded === null ? null : `http://127.0.0.1:${recorded}`;
    };
    undo.push(() => launcher.stop());
    launcher.start();
    await until('the sandbox is ready', async () => (await control('GET', '/clock')).status === 200);
    await until('the server is ready', async () => (await ask(`${apiUrl}/readyz`)).status === 200);
    if (options.isGalera) databaseUrl = readFileSync(join(dataDir, 'galera', 'database-url'), 'utf8');

    const admin = async (...words: string[]) => {
      const { stdout } = await run(process.execPath, [join(dist, 'admin.js'), ...words, '--json'], {
        env: {
          PATH: process.env.PATH,
          ...environment,
          ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        },
      });
      return JSON.parse(stdout.slice(stdout.search(/^[{[]/m)));
    };
    await control('PATCH', '/knobs', {
      ...{ pairRateLimit: false, throughputPerSecond: 0, clockSpeed: 10, callbackTimeoutMs: 5_000 },
      ...{ sentDelayMs: [50, 150], deliveredDelayMs: [200, 600] },
    });
    const tenants = await Promise.all(
      Array.from({ length: TENANTS }, async (_, index) => {
        const receiver = await startWebhookReceiver();
        undo.push(() => receiver.stop());
        const customers = Array.from(
          { length: options.customers },
          (_one, place) => `155501${20_000 + index * 1_000 + place}`,
        );
        const tenant = await makeTenant({ admin, control, edge, receiver, customers, index });
        byNumber.set(tenant.phoneNumberId, tenant.id);
        return tenant;
      }),
    );
    const { key: probeKey } = await admin(
      ...['inference-key', 'create', '--tenant', tenants[0]?.id ?? '', '--name', 'probe'],
    );

    const modelUrl = `http://127.0.0.1:${inferencePort}/v1`;
    const clients = fork(join(root, 'dist', 'failures', 'clients.js'), [], { stdio: 'inherit' });
    undo.push(() => clients.kill('SIGKILL'));
    const order: ClientOrder = {
      ...{ apiUrl, modelUrl, journals, seed, readers: name === 'cluster' ? 2 : 0 },
      tenants: tenants.map(({ receiver: _receiver, receiverSecret: _secret, ...tenant }) => tenant),
    };
    clients.send(order);
    await said(clients, 'started', 60_000);
    return {
      ...{
        name,
        apiUrl,
        modelUrl,
        journals,
        dataDir,
        databaseDir,
        launcher,
        edge,
        proxy,
        disk,
        tenants,
        clients,
      },
      ...{ servers, serverUrl, probeKey, control, admin, stop },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeTenant(given: {
  admin: Stack['admin'];
  control: Stack['control'];
  edge: PlatformEdge;
  receiver: WebhookReceiver;
  customers: string[];
  index: number;
}): Promise<CampaignTenant> {
  const { admin, control, edge, receiver, customers, index } = given;
  const email = `owner${index}@example.test`;
  const password = `a password of the campaign ${randomBytes(6).toString('hex')}`;
  const { tenantId: id, verifyToken } = await admin(
    ...[
      'tenant',
      'create',
      '--name',
      `Campaign ${index}`,
      '--owner-email',
      email,
      '--owner-password',
      password,
    ],
  );
  const { body: account } = await control('POST', '/accounts', {});
  const { appId, appSecret, accessToken, wabaId, phoneNumberId } = account;
  await admin(
    ...['cloud-api', 'set', '--tenant', id, '--no-verify', '--app-id', appId, '--app-secret', appSecret],
    ...['--access-token', accessToken, '--waba-id', wabaId, '--phone-number-id', phoneNumberId],
  );
  const handshake = await control('POST', `/accounts/${phoneNumberId}/webhook`, {
    ...{ callbackUrl: edge.callbackUrl(id), verifyToken },
  });
  if (handshake.status !== 200) throw new Error(`handshake: ${JSON.stringify(handshake.body)}`);
  const { key: apiKey } = await admin('key', 'create', '--tenant', id, '--name', 'campaign');
  const revoked = await admin('key', 'create', '--tenant', id, '--name', 'revoked');
  const { key: modelKey } = await admin(
    ...['inference-key', 'create', '--tenant', id, '--name', 'campaign', '--quota', '1000000'],
  );
  const { secret } = await admin('webhook', 'create', '--tenant', id, '--url', `${receiver.url}/hook`);
  return {
    ...{ id, phoneNumberId, wabaId, appSecret, apiKey, modelKey, email, password, customers, receiver },
    ...{ revokedKey: revoked.key, revokedKeyId: revoked.id, receiverSecret: secret },
  };
}

/** Waits for a word of a child process. */
export function said(child: ChildProcess, word: string, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the clients did not say "${word}" in time`)), ms);
    child.once('exit', (code) => reject(new Error(`the clients ended with ${code}`)));
    child.on('message', (message) => {
      if (message !== word) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits until something holds. Throws with its description after the time limit. */
export async function until(what: string, holds: () => Promise<boolean>, ms = 120_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${ms / 1_000} s: ${what}`);
    await sleep(100);
  }
}
