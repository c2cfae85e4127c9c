import '../helpers/cheap-passwords.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { readConfig } from '../../server/config.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createInferenceKey } from '../../server/features/inference/keys/index.ts';
import { provisionTenant } from '../../server/flows/access/provision-tenant.ts';
import { createInference, type InferenceOptions } from '../../server/inference/create-inference.ts';
import type { EngineState } from '../../server/inference/engine-host/engine-process.ts';
import type { Scheduler } from '../../server/inference/engine-host/scheduler.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import { type Context, operatorContext, type Resources } from '../../server/kernel/context/context.ts';
import { keyringOf } from '../../server/kernel/crypto/keyring.ts';
import { createCursors } from '../../server/kernel/http/cursor.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import type { TenantScope } from '../../server/kernel/tenancy/tenant-scope.ts';
import { eventually } from '../helpers/platform.ts';
import { tripwire, watchTables } from '../helpers/sql-tripwire.ts';
import { tenantTables } from '../helpers/tenant-state.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import { SECRET_KEY, type TestServer } from '../helpers/test-server.ts';

export const MODEL = 'tiny-test';
/** Makes a response that only max_tokens ends: it repeats "a". */
export const ENDLESS = { max_tokens: 3_500, logit_bias: { ['a'.charCodeAt(0)]: 100 } };
const built = (name: string) => fileURLToPath(new URL(`../../dist/server/${name}.js`, import.meta.url));
const engineEntry = built('inference-engine');
const downloadEntry = built('model-download');
const hostEntry = built('inference-host');

export interface TestInference {
  /** The base URL, with its `/v1`. */
  url: string;
  root: string;
  database: Database;
  /** Returns an operator's context for a workspace. */
  contextFor(scope: TenantScope): Context;
  inference: { scheduler: Scheduler };
  logs: string[];
  /** Creates a workspace. */
  tenant(): Promise<TenantScope>;
  key(
    scope: TenantScope,
    limits?: { quota?: number; expiresAt?: Date },
  ): Promise<{ id: string; key: string }>;
  client(key: string): OpenAI;
  /** Returns the process id of the engine. */
  enginePid(): number;
  /** Returns the process id of a model's download; null while there is none. */
  downloadPid(model: string): number | null;
  dataDir: string;
  stop(options?: { keepsData?: boolean }): Promise<void>;
}

let made = 0;

/** Starts the inference worker in this process, with a real engine process and the tiny model. */
export async function startInference(
  options: Partial<InferenceOptions> & {
    env?: Record<string, string>;
    untilState?: EngineState;
    /** An API server whose database it uses. */
    apiServer?: Pick<TestServer, 'databaseUrl'>;
  } = {},
): Promise<TestInference> {
  const own = options.apiServer ? null : await createTestDatabase();
  const databaseUrl = options.apiServer?.databaseUrl ?? own?.url ?? '';
  const dataDir = options.env?.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'switchboard-inference-'));
  let isMigrated = false;
  const onStatement = (sql: string) => (isMigrated ? tripwire(sql) : undefined);
  const database = openDatabase(databaseUrl, { onStatement });
  await migrate(database);
  watchTables(await tenantTables(database));
  isMigrated = true;
  const logs: string[] = [];
  const logger = createLogger('debug', { write: (line) => void logs.push(line) });
  const { secretKey = SECRET_KEY, ...config } = readConfig({
    NODE_ENV: 'test',
    INFERENCE_PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT_INFERENCE_PER_MINUTE: '100000',
    MODEL_PLACEHOLDER: '1',
    ...options.env,
  });
  const inference = createInference({
    config: { ...config, secretKey },
    database,
    logger,
    engineEntry,
    downloadEntry,
    everyMs: 100,
    hostEntry,
    ...options,
  });
  const port = await inference.listen();
  const root = `http://127.0.0.1:${port}`;
  const keyring = keyringOf({ ...config, secretKey });
  const resources: Resources = {
    db: database,
    clock: systemClock,
    log: logger,
    keyring,
    cursors: createCursors(keyring),
    wakeRelay: () => undefined,
    roundSucceeded: () => undefined,
  };
  const contextFor = (scope: TenantScope) => operatorContext(resources, scope);
  const { scheduler } = inference;
  if (scheduler)
    await eventually(async () => scheduler.engine.state === (options.untilState ?? 'ready'), 60_000);
  return {
    url: `${root}/v1`,
    root,
    database,
    contextFor,
    inference: {
      get scheduler() {
        if (!scheduler) throw new Error('this worker forwards to another engine');
        return scheduler;
      },
    },
    logs,
    tenant: async () => {
      made += 1;
      const { scope } = await provisionTenant(
        { db: database, clock: systemClock, keyring },
        {
          workspaceName: `Workspace ${made}`,
          name: 'Owner',
          email: `inference${made}@example.test`,
          password: 'correct horse battery',
        },
      );
      return scope;
    },
    key: async (scope, limits = {}) => {
      const { quota = null, expiresAt = null } = limits;
      const { inferenceKey, key } = await createInferenceKey(contextFor(scope), {
        name: 'test',
        quota,
        expiresAt,
      });
      return { id: inferenceKey.id, key };
    },
    client: (apiKey) => new OpenAI({ apiKey, baseURL: `${root}/v1`, maxRetries: 0 }),
    enginePid: () => {
      const pid = scheduler?.pid ?? null;
      if (pid === null) throw new Error('the engine is not running');
      return pid;
    },
    downloadPid: inference.keeper.downloadPid,
    dataDir,
    stop: async ({ keepsData = false } = {}) => {
      await inference.close();
      await database.close();
      await own?.drop();
      if (!keepsData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
