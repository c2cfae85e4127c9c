import type { Database } from '../../db/database.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { contextOfEndpoint, SEALED_COLUMNS } from './endpoint-secrets.ts';

/** What became of sealed values: sealed anew, under the current SECRET_KEY already, or under a key that is not known. */
interface Counts {
  rotated: number;
  current: number;
  unreadable: number;
}

/** Seals the secrets and headers of all endpoints of these workspaces under the current SECRET_KEY. Repeatable. */
export async function rotateEndpointSecrets(
  database: Database,
  keyring: Keyring,
  scopes: readonly TenantScope[],
): Promise<Counts> {
  const counts: Counts = { rotated: 0, current: 0, unreadable: 0 };
  for (const scope of scopes) {
    const tenantId = scope.key;
    const rows = await database.select<{ id: Buffer; secrets: Buffer; headers: Buffer }>(
      'SELECT id, secrets, headers FROM webhook_endpoints WHERE tenant_id = :tenantId',
      { tenantId },
    );
    for (const { id, ...row } of rows) {
      for (const column of SEALED_COLUMNS) {
        const sealed = row[column];
        const fresh = reseal(keyring, sealed, contextOfEndpoint(scope, id, column));
        if (!Buffer.isBuffer(fresh)) counts[fresh] += 1;
        else {
          // What somebody saves meanwhile is left as it is.
          await database.run(
            `UPDATE webhook_endpoints SET ${column} = :fresh
             WHERE tenant_id = :tenantId AND id = :id AND ${column} = :sealed`,
            { tenantId, id, fresh, sealed },
          );
          counts.rotated += 1;
        }
      }
    }
  }
  return counts;
}

function reseal(keyring: Keyring, sealed: Buffer, context: string): Buffer | 'current' | 'unreadable' {
  try {
    return keyring.reseal(sealed, context) ?? 'current';
  } catch {
    return 'unreadable';
  }
}
