import { type Context, operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { createRounds } from '../../../kernel/queue/rounds.ts';
import type { Worker } from '../../../kernel/queue/worker.ts';
import { mintTenantScope } from '../../../kernel/tenancy/mint-tenant-scope.ts';
import {
  endIndexing,
  lockIndexing,
  nextUnindexed,
  storeIndexing,
  unindexedTenants,
} from './message-indexing.repository.ts';
import { addMessageWords } from './message-words.repository.ts';

const EVERY_MS = 60_000;
const BATCH = 300;
/** Between two batches, so that the database is free for others half of the time. */
const PAUSE_MS = 50;

/** Creates the worker that makes messages from before the upgrade findable, a batch of each workspace in turn. */
export function createMessageIndexer(resources: Resources, pauseMs = PAUSE_MS): Worker {
  return createRounds(resources.log, {
    everyMs: EVERY_MS,
    problem: 'could not index messages for the search; will retry',
    run: async (isStopping) => {
      let waiting = await unindexedTenants(resources.db);
      while (waiting.length > 0 && !isStopping()) {
        const left: Buffer[] = [];
        for (const tenantId of waiting) {
          if (isStopping()) return;
          const ctx = operatorContext(resources, mintTenantScope(tenantId));
          if (await indexBatch(ctx)) left.push(tenantId);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
        waiting = left;
      }
    },
  });
}

/** Indexes the next messages of a workspace. Returns whether there may be more. Several servers take turns. */
export function indexBatch(ctx: Context, limit = BATCH): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const change = { ...ctx, tx };
    const place = await lockIndexing(change);
    if (!place) return false;
    const messages = await nextUnindexed(change, place, limit);
    await addMessageWords(change, messages);
    const last = messages.at(-1);
    if (last) await storeIndexing(change, last, messages.length);
    if (messages.length === limit) return true;
    await endIndexing(change);
    return false;
  });
}
