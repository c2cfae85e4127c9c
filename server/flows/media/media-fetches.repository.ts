import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { defineQueue } from '../../kernel/queue/queue.ts';
import { run } from '../../kernel/tenancy/rows.ts';

/** A file that is still with the platform, claimed by a worker. Its id is that of its row in `media`. */
export interface MediaFetch {
  id: Buffer;
  tenantId: Buffer;
  attempts: number;
  /** Of the claim: when the lease is lost, it changes nothing. */
  token: Buffer;
}

/** Files of customers that are still with the platform. A row has the id of its row in `media`. */
export const MEDIA_FETCHES = defineQueue({ table: 'media_fetches', leaseSeconds: 60 });

/** The error of a fetch of a workspace whose number is not connected. */
export const NO_CHANNEL = 'no channel';

/** Stores, within a change, that a file is to be fetched; a second call changes nothing. */
export async function enqueueFetch(ctx: QueryContext, id: Buffer): Promise<void> {
  await run(
    ctx,
    `INSERT INTO media_fetches (id, tenant_id, visible_at) VALUES (:id, :tenantId, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE visible_at = visible_at`,
    { id },
  );
}

/** Returns the workspaces with a fetch that is due, the longest due first. Reads one index entry for each. */
export async function dueFetchLanes(db: Database): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(visible_at) AS dueAt FROM media_fetches FORCE INDEX (media_fetches_lane)
       WHERE state = 0 GROUP BY tenant_id) lanes
     WHERE dueAt <= UTC_TIMESTAMP(3) ORDER BY dueAt LIMIT 1000`,
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns the fetch that a worker has claimed; null when its lease is lost. */
export async function openFetch(db: Database, id: Buffer, token: Buffer): Promise<MediaFetch | null> {
  const [row] = await db.select<Omit<MediaFetch, 'token'>>(
    `/* system: fetch */ SELECT id, tenant_id AS tenantId, attempts FROM media_fetches
     WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  return row ? { ...row, token } : null;
}
