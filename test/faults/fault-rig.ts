import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import { createFaultWorkspace, type FaultWorkspace, openMigrated } from './fault-workspace.ts';
import { prepareServer, type ServerProcess } from './server-process.ts';

/** A running server process, the platform, a connected workspace and the database. */
export interface FaultRig {
  server: ServerProcess;
  platform: TestPlatform;
  workspace: FaultWorkspace;
  database: Database;
  /** The folder in which the server stores files. */
  dataDir: string;
}

export interface FaultRigOptions {
  /** The test's own database, which it can kill; otherwise one of the run's database server. */
  databaseUrl?: string;
  knobs?: object;
  environment?: Record<string, string>;
  /** Changes the platform before the server starts, which reads templates then. */
  prepare?(platform: TestPlatform): Promise<unknown>;
}

/** Starts everything, with the platform's callbacks sent to the server, and stops it after the test. */
export async function setUpRig(options: FaultRigOptions = {}): Promise<FaultRig> {
  const made = options.databaseUrl ? undefined : await createTestDatabase();
  const databaseUrl = options.databaseUrl ?? made?.url ?? '';
  const database = await openMigrated(databaseUrl);
  const platform = await startPlatform({ clockSpeed: 10, ...options.knobs });
  await options.prepare?.(platform);
  const workspace = await createFaultWorkspace(database);
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-kills-'));
  const server = await prepareServer({
    databaseUrl,
    graphUrl: platform.url,
    environment: { DATA_DIR: dataDir, ...options.environment },
  });
  onTestFinished(async () => {
    await server.kill();
    await platform.stop();
    await database.close();
    await made?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await server.start();
  const rig = { server, platform, workspace, database, dataDir };
  await connect(rig);
  return rig;
}

/** Names the server's address to the platform, which then delivers what waits. */
export async function connect({ server, platform, workspace }: FaultRig): Promise<void> {
  const { status, body } = await platform.control('POST', `/accounts/${demoAccount.phoneNumberId}/webhook`, {
    callbackUrl: `${server.url}/api/v1/webhook/${workspace.tenantId}`,
    verifyToken: workspace.verifyToken,
  });
  if (status !== 200) throw new Error(`the platform rejected the callback URL: ${JSON.stringify(body)}`);
}
