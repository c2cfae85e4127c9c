import { AppError } from '../../shared/domain/errors.ts';
import { TenantIdSchema } from '../../shared/domain/ids.ts';
import type { Container } from '../container.ts';
import { findTenant } from '../features/workspaces/index.ts';
import { tryDecodeTenantId } from '../kernel/ids.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import { callbackWarnings } from '../platform/account/callback-url.ts';

/** `--tenant`: the id that `tenant create` printed. */
export const TENANT_OPTION = ['--tenant <id>', 'the workspace, as `tenant create` printed it'] as const;
export const TenantOptionSchema = TenantIdSchema;

/**
 * Returns the workspace that the operator named. Anyone with access to the database may use any workspace.
 * @throws {AppError} workspace_not_found
 */
export async function tenantOf({ database }: Container, tenantId: string) {
  const key = tryDecodeTenantId(tenantId);
  const tenant = key && (await findTenant({ db: database }, key));
  if (!tenant) throw new AppError('workspace_not_found');
  return { scope: mintTenantScope(tenant.id), verifyToken: tenant.verifyToken };
}

/** Returns warnings about the callback URL: see `callbackWarnings`. */
export function addressWarnings({ config }: Container): string[] {
  return callbackWarnings(config);
}
