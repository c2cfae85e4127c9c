import type { Context, Resources } from '../../../kernel/context/context.ts';
import { createTenantRounds } from '../../../kernel/queue/rounds.ts';
import type { Worker } from '../../../kernel/queue/worker.ts';
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
  return createTenantRounds(resources, {
    name: 'message_indexer',
    everyMs: EVERY_MS,
    problem: 'could not index messages for the search; will retry',
    tenants: unindexedTenants,
    run: async (ctx) => {
      const isMore = await indexBatch(ctx);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return isMore;
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
