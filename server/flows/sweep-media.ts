import type { Database } from '../db/database.ts';
import { type MediaFiles, MediaRepository } from '../features/media/index.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';

/** An upload that is in a tray for longer than this has been forgotten there. */
const UNSENT_HOURS = 24;
const BATCH = 200;

/**
 * Removes uploads that no message ever carried, whether somebody changed their mind or a process died in the
 * middle. The row is marked before its bytes go, so that no message can take it up meanwhile.
 */
export async function sweepMedia(database: Database, files: MediaFiles): Promise<void> {
  await database.run(
    `/* system: housekeeping */ UPDATE media SET state = 'dropped'
     WHERE state IN ('receiving', 'ready') AND message_id IS NULL
       AND created_at < UTC_TIMESTAMP(3) - INTERVAL ${UNSENT_HOURS} HOUR LIMIT ${BATCH}`,
  );
  const dropped = await database.select<{ id: Buffer; tenantId: Buffer }>(
    `/* system: housekeeping */ SELECT id, tenant_id AS tenantId FROM media WHERE state = 'dropped' LIMIT ${BATCH}`,
  );
  for (const { id, tenantId } of dropped) {
    const scope = mintTenantScope(tenantId);
    await files.clear(scope, id);
    await new MediaRepository(database, scope).remove(id);
  }
}
