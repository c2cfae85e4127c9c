import { randomBytes } from 'node:crypto';
import type { Country } from '../../../shared/domain/country.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { TenantsRepository } from '../../features/workspaces/index.ts';
import { hashPassword } from '../../kernel/crypto/passwords.ts';
import { encodeId, newKey } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { dropSetupCodes } from './setup-code.ts';

export interface NewWorkspace {
  workspaceName: string;
  name: string;
  email: string;
  password: string;
  defaultCountry?: Country | null | undefined;
}

export interface ProvisionedTenant {
  scope: TenantScope;
  verifyToken: string;
  ownerId: string;
}

/** Makes a workspace and its owner, together or not at all. */
export async function provisionTenant(database: Database, input: NewWorkspace): Promise<ProvisionedTenant> {
  const passwordHash = await hashPassword(input.password);
  return database.transaction((tx) => insert(database, tx, input, passwordHash));
}

/**
 * The same for the first-run page: only while the server has no workspace but the demo's, and only once
 * even when two people press the button together.
 */
export async function provisionFirstTenant(
  database: Database,
  input: NewWorkspace,
): Promise<ProvisionedTenant> {
  const passwordHash = await hashPassword(input.password);
  try {
    return await database.transaction(async (tx) => {
      await database.run('INSERT INTO first_run (id, done_at) VALUES (1, UTC_TIMESTAMP(3))', {}, tx);
      if (await new TenantsRepository(database, tx).hasOwn()) throw new AppError('workspace_exists');
      return insert(database, tx, input, passwordHash);
    });
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('workspace_exists');
    throw error;
  }
}

async function insert(
  database: Database,
  tx: Transaction,
  input: NewWorkspace,
  passwordHash: string,
): Promise<ProvisionedTenant> {
  const scope = mintTenantScope(newKey());
  const createdAt = new Date();
  const verifyToken = randomBytes(24).toString('base64url');
  await new TenantsRepository(database, tx).insert({
    id: scope.key,
    name: input.workspaceName,
    verifyToken,
    defaultCountry: input.defaultCountry ?? null,
    createdAt,
  });
  await dropSetupCodes(database, tx);
  const ownerKey = newKey();
  await database.run(
    `INSERT INTO users (id, tenant_id, email, name, role, password_hash, created_at)
     VALUES (:id, :tenantId, :email, :name, 'owner', :passwordHash, :createdAt)`,
    { id: ownerKey, tenantId: scope.key, email: input.email, name: input.name, passwordHash, createdAt },
    tx,
  );
  return { scope, verifyToken, ownerId: encodeId('user', ownerKey) };
}
