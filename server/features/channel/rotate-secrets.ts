import type { Database } from '../../db/database.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import { type RotationCounts, resealAll, type SealedValue } from '../../kernel/crypto/reseal-all.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { contextOf, SEALED_COLUMNS, SEALED_TABLES } from './sealed-secrets.ts';

/**
 * Seals every stored secret of these workspaces under the current SECRET_KEY. Repeatable, and harmless beside
 * running servers: a value that somebody saves meanwhile is left as it is.
 */
export function rotateSecrets(
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
    for (const table of SEALED_TABLES) {
      for (const column of SEALED_COLUMNS) {
        const [row] = await database.select<{ sealed: Buffer | null }>(
          `SELECT ${column} AS sealed FROM ${table} WHERE tenant_id = :tenantId`,
          { tenantId },
        );
        if (!row?.sealed) continue;
        const { sealed } = row;
        yield {
          sealed,
          context: contextOf(scope, table, column),
          replace: (fresh) =>
            database.run(
              `UPDATE ${table} SET ${column} = :fresh WHERE tenant_id = :tenantId AND ${column} = :sealed`,
              { tenantId, fresh, sealed },
            ),
        };
      }
    }
  }
}
