import type { Database, Transaction } from '../../db/database.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { resumeLane } from './send-pauses.repository.ts';

/**
 * Makes the waiting messages of a workspace due at once, all (and its lane is open) or the one that has waited longest; answers how
 * many. One whose bytes may have left us goes on waiting for the platform's word.
 */
export async function releaseSends(
  database: Database,
  scope: TenantScope,
  which: 'all' | 'oldest',
  tx?: Transaction,
): Promise<number> {
  if (which === 'all') await resumeLane(database, scope, tx);
  return database.run(
    `UPDATE outbound_sends SET visible_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND state = 0 AND lease_token IS NULL AND handed_over_at IS NULL
       AND visible_at > UTC_TIMESTAMP(3) ${which === 'oldest' ? 'ORDER BY id LIMIT 1' : ''}`,
    { tenantId: scope.key },
    tx,
  );
}
