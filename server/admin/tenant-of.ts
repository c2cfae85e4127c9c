import { AppError } from '../../shared/domain/errors.ts';
import { TenantIdSchema } from '../../shared/domain/ids.ts';
import type { Container } from '../container.ts';
import { TenantsRepository } from '../features/tenants/index.ts';
import { tryDecodeTenantId } from '../kernel/ids.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';

/** `--tenant`: the id that `tenant create` printed. */
export const TENANT_OPTION = ['--tenant <id>', 'the workspace, as `tenant create` printed it'] as const;
export const TenantOptionSchema = TenantIdSchema;

/**
 * The workspace that the operator named: whoever holds the database may work on any.
 * @throws {AppError} workspace_not_found
 */
export async function tenantOf({ database }: Container, tenantId: string) {
  const key = tryDecodeTenantId(tenantId);
  const tenant = key && (await new TenantsRepository(database).find(key));
  if (!tenant) throw new AppError('workspace_not_found');
  return { scope: mintTenantScope(tenant.id), verifyToken: tenant.verifyToken };
}

/** Why the platform could not reach that address; empty when nothing speaks against it. */
export function callbackWarnings({ config }: Container): string[] {
  // The sandbox is on this machine, and calls any address.
  if (isLoopback(config.graphUrl)) return [];
  const remedy = 'Start the server with PUBLIC_URL=https://… (an address that the platform reaches).';
  if (isLoopback(config.publicUrl)) {
    return [`The platform cannot reach ${config.publicUrl}: only this machine can. ${remedy}`];
  }
  if (config.publicUrl.startsWith('https:')) return [];
  return [`The platform takes no callback address without https, as ${config.publicUrl} is. ${remedy}`];
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^(127\.|0\.0\.0\.0$)/.test(hostname);
}

/** Where the platform has to send a workspace's callbacks. */
export function callbackUrlOf({ config }: Container, tenantId: string): string {
  return `${config.publicUrl}/api/v1/webhook/${tenantId}`;
}
