import { encodeTenantId } from '../ids.ts';
import type { TenantScope } from './tenant-scope.ts';

/** Makes the scope of a tenant whose id comes from a checked credential, a verified callback or a claimed row. */
export function mintTenantScope(key: Buffer): TenantScope {
  return Object.freeze({ tenantId: encodeTenantId(key), key }) as unknown as TenantScope;
}
