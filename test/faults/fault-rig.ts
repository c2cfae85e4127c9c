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

/** All that a fault test needs: a running server process, the platform, a connected workspace, its rows. */
export interface FaultRig {
  server: ServerProcess;
  platform: TestPlatform;
  workspace: FaultWorkspace;
  database: Database;
  /** Where the server keeps files. */
  dataDir: string;
}

export interface FaultRigOptions {
  /** A database that the test keeps and may kill; without it, one of the run's server. */
  databaseUrl?: string;
  knobs?: object;
  environment?: Record<string, string>;
}

/** Puts the rig up, with the platform's callbacks going to the server; takes it down after the test. */
export async function setUpRig(options: FaultRigOptions = {}): Promise<FaultRig> {
  const made = options.databaseUrl ? undefined : await createTestDatabase();
  const databaseUrl = options.databaseUrl ?? made?.url ?? '';
  const database = await openMigrated(databaseUrl);
  const platform = await startPlatform({ clockSpeed: 10, ...options.knobs });
  const workspace = await createFaultWorkspace(database);
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-faults-'));
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
  await connect(server, platform, workspace);
  return { server, platform, workspace, database, dataDir };
}

async function connect(server: ServerProcess, platform: TestPlatform, workspace: FaultWorkspace) {
  const { status, body } = await platform.control('POST', `/accounts/${demoAccount.phoneNumberId}/webhook`, {
    callbackUrl: `${server.url}/api/v1/webhook/${workspace.tenantId}`,
    verifyToken: workspace.verifyToken,
  });
  if (status !== 200) throw new Error(`the platform did not take the address: ${JSON.stringify(body)}`);
}
