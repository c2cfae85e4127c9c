import '../helpers/cheap-passwords.ts';
import { readConfig } from '../../server/config.ts';
import { createContainer } from '../../server/container.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { provisionTenant } from '../../server/flows/access/provision-tenant.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { SECRET_KEY } from './server-process.ts';

/** A workspace that is connected to the sandbox's demo account, for a server in another process. */
export interface FaultWorkspace {
  tenantId: string;
  /** The tenant's id in the tables. */
  tenantKey: Buffer;
  apiKey: string;
  verifyToken: string;
}

/** Opens the test's own connections, separate from the server's, to read rows and move times. */
export async function openMigrated(databaseUrl: string): Promise<Database> {
  const database = openDatabase(databaseUrl, { poolSize: 5 });
  await migrate(database);
  return database;
}

/** Creates the rows through the server's own services, with the same secret key. */
export async function createFaultWorkspace(database: Database, name = 'owner'): Promise<FaultWorkspace> {
  const config = {
    ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }),
    databaseUrl: 'unused',
    secretKey: SECRET_KEY,
  };
  const { saveCredentials, resources, contextFor } = createContainer({
    config,
    logger: createLogger('silent'),
    database,
  });
  const { scope, verifyToken } = await provisionTenant(resources, {
    workspaceName: 'Kills',
    name: 'Owner',
    email: `${name}@example.test`,
    password: 'correct horse battery',
  });
  const { key } = await createApiKey(contextFor(scope), { name: 'faults', permissions: ['all'] });
  const { appId, appSecret: first, accessToken, wabaId, phoneNumberId } = demoAccount;
  // Another workspace has another app, and therefore another secret.
  const appSecret = name === 'owner' ? first : `the secret of ${name}`;
  await saveCredentials(contextFor(scope), { appId, appSecret, accessToken, wabaId, phoneNumberId });
  return { tenantId: scope.tenantId, tenantKey: scope.key, apiKey: key, verifyToken };
}
