import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../../db/database.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { TenantsRepository } from './tenants.repository.ts';

export { workspaceRoutes } from './workspace.routes.ts';
export { changeWorkspace } from './workspace.service.ts';
export { TenantsRepository };

/** The verify token of a workspace stands with the workspace itself. */
export function verifyTokens(database: Database) {
  return {
    verifyToken: async (scope: TenantScope): Promise<string> =>
      (await new TenantsRepository(database).find(scope.key))?.verifyToken ?? '',
    renewVerifyToken: (scope: TenantScope, tx: Transaction): Promise<void> =>
      new TenantsRepository(database, tx).setVerifyToken(scope.key, randomBytes(24).toString('base64url')),
  };
}
