import './cheap-passwords.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { type Container, type ContainerOptions, createContainer } from '../../server/container.ts';
import { openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { addMember } from '../../server/features/people/index.ts';
import { type ProvisionedTenant, provisionTenant } from '../../server/flows/access/provision-tenant.ts';
import { createHttpServer } from '../../server/kernel/http/http-server.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { AddMemberSchema, type Member } from '../../shared/contract/access/members.contract.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import { tripwire, watchTables } from './sql-tripwire.ts';
import { tenantTables } from './tenant-state.ts';
import { createTestDatabase, lendInTurn, nextNodeOf } from './test-db.ts';

export interface TestServer {
  url: string;
  container: Container;
  databaseUrl: string;
  /** The database's clock as this server sees it, shared with other servers of the same database. */
  databaseClock: DatabaseClock;
  /** Makes the workers look for work now, after a test has changed due times. */
  wake(): void;
  /** Moves the database's clock forward. */
  passTime(seconds: number): void;
  /** Counts the matching statements that the server sends to the database during some work. */
  countStatements(matching: RegExp, during: () => Promise<void>): Promise<number>;
  /** Every line the server logged. */
  logs: string[];
  stop(): Promise<void>;
}

export const OWNER_PASSWORD = 'correct horse battery';
const BUILT = join(process.cwd(), 'dist');
export const SECRET_KEY = 'a test secret of more than thirty-two characters';

/**
 * Starts the real server in this process: real MariaDB, HTTP and sockets, the tripwire on every statement.
 * With `first`, it is another server of the same database.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  first?: TestServer,
  parts: Pick<ContainerOptions, 'readDisk' | 'imageLimits' | 'launcher'> = {},
): Promise<TestServer> {
  const own = first ? null : await createTestDatabase();
  const databaseUrl = nextNodeOf(first?.databaseUrl ?? own?.url ?? '');
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-data-'));
  const config = readConfig({
    NODE_ENV: 'test',
    RATE_LIMIT_KEY_PER_MINUTE: '100000',
    RATE_LIMIT_TENANT_PER_MINUTE: '100000',
    RATE_LIMIT_LOGIN_PER_MINUTE: '100000',
    LOG_LEVEL: 'debug',
    // Nothing listens there: a test that needs a platform passes its URL.
    GRAPH_URL: 'http://127.0.0.1:9',
    MODEL_PLACEHOLDER: '1',
    DATA_DIR: dataDir,
    ...env,
  });
  const logs: string[] = [];
  const logger = createLogger(config.logLevel, { write: (line) => void logs.push(line) });
  const watchers = new Set<(sql: string) => void>();
  const onStatement = (sql: string) => {
    for (const watch of watchers) watch(sql);
  };
  const database = openDatabase(databaseUrl, { onStatement });
  lendInTurn(database);
  const databaseClock = first?.databaseClock ?? createDatabaseClock();
  databaseClock.attachTo(database);
  const container = createContainer({
    config: { ...config, databaseUrl, secretKey: config.secretKey ?? SECRET_KEY },
    logger,
    database,
    // How full the disk of this machine is does not matter to a test.
    readDisk: async () => ({ free: 2 ** 40, total: 2 ** 41 }),
    ...parts,
  });
  // The server runs from its sources, but serves built files.
  Object.assign(container.docsFolders, {
    reference: join(BUILT, 'reference'),
    client: join(BUILT, 'client'),
  });
  await migrate(database);
  // Migrations work on all tenants; later statements are checked.
  watchTables(await tenantTables(database));
  watchers.add(tripwire);
  const server = createHttpServer(buildApp(container));
  // A test may work for a while without a request; its connection must stay open.
  server.keepAliveTimeout = 60_000;
  container.redis?.start();
  container.realtime.attach(server);
  container.relay.start();
  for (const worker of container.workers) worker.start();
  const wake = () => {
    for (const worker of container.workers)
      if ('wake' in worker && typeof worker.wake === 'function') worker.wake();
  };
  let ahead = 0;
  await new Promise<void>((resolve) => server.listen(Number(env.PORT ?? 0), '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    container,
    databaseUrl,
    databaseClock,
    wake,
    passTime: (seconds) => {
      ahead += seconds;
      databaseClock.setOffset(ahead);
      wake();
    },
    countStatements: async (matching, during) => {
      let count = 0;
      const watch = (sql: string) => {
        if (matching.test(sql)) count += 1;
      };
      watchers.add(watch);
      await during().finally(() => watchers.delete(watch));
      return count;
    },
    logs,
    stop: async () => {
      // A connection that is busy now would otherwise be waited for once it is idle.
      server.keepAliveTimeout = 1;
      const realtimeClosed = container.realtime.close();
      // Stop accepting connections, then close the open ones. Realtime would wait for all of them: one that
      // was opened and never used counts as busy for a minute.
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([realtimeClosed, closed]);
      await Promise.all(container.workers.map((worker) => worker.stop()));
      await container.relay.stop();
      await container.usage.stop();
      await container.requestLog.flush();
      await container.images.close();
      await container.mediaTransfer.close();
      await container.graphHttp.close();
      await container.webhooks.close();
      container.redis?.stop();
      await database.close();
      await own?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface TestWorkspace extends ProvisionedTenant {
  tenantId: string;
  email: string;
  /** An API key with all permissions. */
  key: string;
  /** Calls the public API with that key. */
  api(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Adds a member, as the operator can. */
  addMember(member: { name: string; email: string; password: string; role: string }): Promise<Member>;
  /** Calls the dashboard as the owner. */
  dashboard(method: string, path: string, body?: unknown): Promise<Answer>;
}

let made = 0;

/** Creates a workspace with a signed-in owner and an API key. */
export async function createWorkspace(server: TestServer): Promise<TestWorkspace> {
  made += 1;
  const email = `owner${made}@example.test`;
  const provisioned = await provisionTenant(server.container.resources, {
    workspaceName: `Workspace ${made}`,
    name: `Owner ${made}`,
    email,
    password: OWNER_PASSWORD,
  });
  const { scope } = provisioned;
  const { key } = await createApiKey(server.container.contextFor(scope), {
    name: 'test',
    permissions: ['all'],
  });
  const cookie = await signIn(server, email, OWNER_PASSWORD);
  return {
    ...provisioned,
    tenantId: scope.tenantId,
    email,
    key,
    addMember: (member) => addMember(server.container.contextFor(scope), AddMemberSchema.parse(member)),
    api: (method, path, body) => call(`${server.url}/api/v1${path}`, { method, body, headers: bearer(key) }),
    dashboard: (method, path, body) =>
      call(`${server.url}/api/dashboard${path}`, { method, body, headers: { cookie } }),
  };
}

/** Signs a person in and returns their browser's Cookie header. */
export async function signIn(
  server: Pick<TestServer, 'url'>,
  email: string,
  password: string,
): Promise<string> {
  const answer = await call(`${server.url}/api/dashboard/session`, {
    method: 'POST',
    body: { email, password },
  });
  if (answer.status !== 201) throw new Error(`sign-in failed: ${JSON.stringify(answer.body)}`);
  return String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body, of any shape. */
  body: ReturnType<typeof JSON.parse>;
}

export function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

/** Makes one HTTP call with a JSON body; a string or buffer is sent as it is. */
export async function call(
  url: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method = 'GET', body, headers = {} } = options;
  // A blob brings its own type.
  const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof Blob;
  const isJson = body !== undefined && !(body instanceof Blob);
  const response = await fetch(url, {
    method,
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: asJson(text) };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
