import { randomBytes } from 'node:crypto';
import type { Country } from '../../../shared/domain/country.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { NEW_MEMBER } from '../../db/models/user.model.ts';
import { hasRealTenant, insertTenant } from '../../features/workspaces/index.ts';
import { newPasswordHash } from '../../kernel/auth/new-password.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { encodeId, newKey } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { insertRow } from '../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { claimFirstRun, deleteSetupCodes } from './first-run.repository.ts';

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

type ProvisionResources = Pick<Resources, 'db' | 'clock' | 'keyring'>;

/**
 * Creates a workspace and its owner in one transaction.
 * @throws {AppError} password_too_common; password_too_personal
 */
export async function provisionTenant(
  resources: ProvisionResources,
  input: NewWorkspace,
): Promise<ProvisionedTenant> {
  const passwordHash = await newPasswordHash({ ...input, keyring: resources.keyring }, input.password);
  return resources.db.transaction((tx) => insertWithOwner(resources, tx, input, passwordHash));
}

/**
 * Creates the first workspace and its owner. Fails if the server has a workspace other than the demo; of two
 * concurrent calls, only one succeeds.
 * @throws {AppError} workspace_exists; password_too_common; password_too_personal
 */
export async function provisionFirstTenant(
  resources: ProvisionResources,
  input: NewWorkspace,
): Promise<ProvisionedTenant> {
  const { db } = resources;
  const passwordHash = await newPasswordHash({ ...input, keyring: resources.keyring }, input.password);
  try {
    return await db.transaction(async (tx) => {
      await claimFirstRun(db, tx);
      if (await hasRealTenant({ db, tx })) throw new AppError('workspace_exists');
      return insertWithOwner(resources, tx, input, passwordHash);
    });
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('workspace_exists');
    throw error;
  }
}

async function insertWithOwner(
  { db, clock }: ProvisionResources,
  tx: Transaction,
  { workspaceName, defaultCountry = null, email, name }: NewWorkspace,
  passwordHash: string,
): Promise<ProvisionedTenant> {
  const scope = mintTenantScope(newKey());
  const createdAt = clock.now();
  const verifyToken = randomBytes(24).toString('base64url');
  const workspace = { id: scope.key, name: workspaceName, verifyToken, defaultCountry, createdAt };
  await insertTenant({ db, tx }, workspace);
  await deleteSetupCodes(db, tx);
  const owner = {
    id: newKey(),
    email,
    name,
    role: 'owner',
    passwordHash,
    language: null,
    createdAt,
    ...NEW_MEMBER,
  } as const;
  await insertRow({ db, scope, tx }, 'user', owner);
  return { scope, verifyToken, ownerId: encodeId('user', owner.id) };
}
