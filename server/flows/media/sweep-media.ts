import type { Database } from '../../db/database.ts';
import { type MediaFiles, MediaRepository } from '../../features/media/index.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';

/** Hours after which an upload that no message carries is removed. */
const UNSENT_HOURS = 24;
/** Each file is removed by itself, so a batch is small. */
const FILES = 100;

/**
 * Removes uploads that no message carries. A row is marked before its bytes are removed, so that no message can
 * take it meanwhile. A file that cannot be removed is skipped: its row stays marked, and the next pass tries again.
 * @throws {Error} after all other files, when some could not be removed.
 */
export function mediaRetention(database: Database, files: MediaFiles): HousekeepingStep {
  return {
    name: 'media',
    async *sweep() {
      for await (const _marked of inBatches(() => markUnsent(database))) yield 0;
      const failures: unknown[] = [];
      let after: Buffer = Buffer.alloc(0);
      for (;;) {
        const dropped = await listDropped(database, after);
        let removed = 0;
        for (const { id, tenantId } of dropped) {
          after = id;
          try {
            const scope = mintTenantScope(tenantId);
            await files.clear(scope, id);
            await new MediaRepository(database, scope).remove(id);
            removed += 1;
          } catch (error) {
            failures.push(error);
          }
        }
        yield removed;
        if (dropped.length < FILES) break;
      }
      if (failures.length > 0) {
        throw new Error(`${failures.length} unsent files could not be removed`, { cause: failures[0] });
      }
    },
  };
}

function markUnsent(database: Database): Promise<number> {
  return database.run(
    `/* system: housekeeping */ UPDATE media SET state = 'dropped'
     WHERE state IN ('receiving', 'ready') AND message_id IS NULL
       AND created_at < UTC_TIMESTAMP(3) - INTERVAL ${UNSENT_HOURS} HOUR LIMIT ${BATCH_ROWS}`,
  );
}

/** Lists marked rows in the order of their ids, so that a row that fails is passed over once per sweep. */
function listDropped(database: Database, after: Buffer): Promise<{ id: Buffer; tenantId: Buffer }[]> {
  return database.select(
    `/* system: housekeeping */ SELECT id, tenant_id AS tenantId FROM media
     WHERE state = 'dropped' AND id > :after ORDER BY id LIMIT ${FILES}`,
    { after },
  );
}
