import type { Database } from '../../db/database.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { contextOf, SEALED_COLUMNS, SEALED_TABLES } from './sealed-secrets.ts';

/** What became of the stored secrets. */
export interface RotationCounts {
  /** Sealed anew under the current SECRET_KEY. */
  rotated: number;
  /** Under it already. */
  current: number;
  /** Under a key that is not known here: nothing was done to them. */
  unreadable: number;
}

/**
 * Seals every stored secret of these workspaces under the current SECRET_KEY. Repeatable, and harmless beside
 * running servers: a value that somebody saves meanwhile is left as it is.
 */
export async function rotateSecrets(
  database: Database,
  keyring: Keyring,
  scopes: readonly TenantScope[],
): Promise<RotationCounts> {
  const counts: RotationCounts = { rotated: 0, current: 0, unreadable: 0 };
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
        const outcome = reseal(keyring, sealed, contextOf(scope, table, column));
        if (Buffer.isBuffer(outcome)) {
          await database.run(
            `UPDATE ${table} SET ${column} = :fresh WHERE tenant_id = :tenantId AND ${column} = :sealed`,
            { tenantId, fresh: outcome, sealed },
          );
          counts.rotated += 1;
        } else counts[outcome] += 1;
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
