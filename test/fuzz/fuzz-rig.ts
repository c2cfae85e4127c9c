import { onTestFinished } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { openMigrated } from '../faults/fault-workspace.ts';
import { prepareServer, type ServerProcess } from '../faults/server-process.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import { type FuzzTenant, tenantMaker } from './fuzz-tenant.ts';

/** The built server in its own process, its platform, and workspaces. */
export interface FuzzRig {
  server: ServerProcess;
  port: number;
  platform: TestPlatform;
  database: Database;
  makeTenant(): Promise<FuzzTenant>;
}

/** Starts everything with rate limits that are never reached, and stops it after the test. */
export async function setUpFuzzRig(): Promise<FuzzRig> {
  const made = await createTestDatabase();
  const database = await openMigrated(made.url);
  const platform = await startPlatform();
  const server = await prepareServer({
    databaseUrl: made.url,
    graphUrl: platform.url,
    environment: {
      RATE_LIMIT_KEY_PER_MINUTE: '1000000000',
      RATE_LIMIT_TENANT_PER_MINUTE: '1000000000',
      RATE_LIMIT_LOGIN_PER_MINUTE: '1000000000',
    },
  });
  onTestFinished(async () => {
    await server.kill();
    await platform.stop();
    await database.close();
    await made.drop();
  });
  await server.start();
  const makeTenant = tenantMaker(database, platform, server.url);
  return { server, port: Number(new URL(server.url).port), platform, database, makeTenant };
}
