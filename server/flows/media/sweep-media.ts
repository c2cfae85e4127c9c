import type { Database } from '../../db/database.ts';
import {
  droppedMedia,
  dropUnsentMedia,
  dueRecounts,
  type MediaFiles,
  recountStored,
  removeMedia,
} from '../../features/media/index.ts';
import { type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';

/** Batch size; small, because each file is removed individually. */
const FILES = 100;

/**
 * Removes uploads that were never sent. A row is marked before its bytes are removed, so that no message can
 * use it in the meantime. A file that cannot be removed is skipped: its row stays marked, and the next pass
 * retries.
 * @throws {Error} after processing all other files, when some could not be removed.
 */
export function mediaRetention(db: Database, files: MediaFiles): HousekeepingStep {
  return {
    name: 'media',
    async *sweep() {
      for await (const _marked of inBatches(() => dropUnsentMedia(db))) yield 0;
      const failures: unknown[] = [];
      let after: Buffer = Buffer.alloc(0);
      for (;;) {
        const dropped = await droppedMedia(db, after, FILES);
        let removed = 0;
        for (const { id, tenantId } of dropped) {
          after = id;
          try {
            const scope = mintTenantScope(tenantId);
            await files.clear(scope, id);
            await removeMedia({ db, scope }, id);
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

/**
 * Adds up the files of each workspace once a day: a server of an earlier version, still running during an upgrade,
 * stores and removes files without counting them. A workspace that fails does not stop the others.
 * @throws {Error} after all other workspaces, when some could not be counted.
 */
export function mediaUsageRecount(db: Database, log: Logger): HousekeepingStep {
  return {
    name: 'media_usage',
    async *sweep() {
      const failures: unknown[] = [];
      let after: Buffer = Buffer.alloc(0);
      for (;;) {
        const [tenantId] = await dueRecounts(db, after, 1);
        if (!tenantId) break;
        after = tenantId;
        const scope = mintTenantScope(tenantId);
        try {
          const difference = await recountStored({ db, scope });
          if (difference !== 0)
            log.warn({ tenantId: scope.tenantId, difference }, 'corrected the bytes of files');
        } catch (error) {
          failures.push(error);
        }
        yield 0;
      }
      if (failures.length > 0) {
        throw new Error(`the files of ${failures.length} workspaces could not be counted`, {
          cause: failures[0],
        });
      }
    },
  };
}
