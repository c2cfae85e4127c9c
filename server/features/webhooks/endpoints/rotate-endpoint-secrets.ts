import type { Database } from '../../../db/database.ts';
import type { Keyring } from '../../../kernel/crypto/keyring.ts';
import { type RotationCounts, resealAll, type SealedValue } from '../../../kernel/crypto/reseal-all.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { contextOfEndpoint, SEALED_COLUMNS } from './endpoint-secrets.ts';

/** Seals the secrets and headers of all endpoints of these workspaces under the current SECRET_KEY. Repeatable. */
export function rotateEndpointSecrets(
  database: Database,
  keyring: Keyring,
  scopes: readonly TenantScope[],
): Promise<RotationCounts> {
  return resealAll(keyring, storedSecrets(database, scopes));
}

async function* storedSecrets(
  database: Database,
  scopes: readonly TenantScope[],
): AsyncGenerator<SealedValue> {
  for (const scope of scopes) {
    const tenantId = scope.key;
    const rows = await database.select<{ id: Buffer; secrets: Buffer; headers: Buffer }>(
      'SELECT id, secrets, headers FROM webhook_endpoints WHERE tenant_id = :tenantId',
      { tenantId },
    );
    for (const { id, ...row } of rows) {
      for (const column of SEALED_COLUMNS) {
        const sealed = row[column];
        yield {
          sealed,
          context: contextOfEndpoint(scope, id, column),
          replace: (fresh) =>
            database.run(
              `UPDATE webhook_endpoints SET ${column} = :fresh
               WHERE tenant_id = :tenantId AND id = :id AND ${column} = :sealed`,
              { tenantId, id, fresh, sealed },
            ),
        };
      }
    }
  }
}
