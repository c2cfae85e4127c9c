import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run } from '../../kernel/tenancy/rows.ts';

/** A file that is still with the platform, claimed by a worker. Its id is that of its row in `media`. */
export interface MediaFetch {
  id: Buffer;
  tenantId: Buffer;
  attempts: number;
  /** Of the claim: when the lease is lost, it changes nothing. */
  token: Buffer;
}

type ClaimedFetch = Pick<MediaFetch, 'id' | 'token'>;

/** Stores, within a change, that a file is to be fetched; a second call changes nothing. */
export async function enqueueFetch(ctx: QueryContext, id: Buffer): Promise<void> {
  await run(
    ctx,
    `INSERT INTO media_fetches (id, tenant_id, visible_at) VALUES (:id, :tenantId, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE visible_at = visible_at`,
    { id },
  );
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

/** Keeps others away for as long as bytes are coming. */
export async function extendFetch(
  { db }: QueryContext,
  { id, token }: ClaimedFetch,
  seconds: number,
): Promise<void> {
  await db.run(
    `/* system: fetch */ UPDATE media_fetches SET visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.ceil(seconds)} SECOND
     WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
}

/** Lets go of a fetch until later. */
export async function postponeFetch(
  { db }: QueryContext,
  { id, token }: ClaimedFetch,
  later: { seconds: number; reason: string },
): Promise<void> {
  await db.run(
    `/* system: fetch */ UPDATE media_fetches SET lease_token = NULL, last_error = :reason,
       visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.ceil(later.seconds)} SECOND
     WHERE id = :id AND lease_token = :token`,
    { id, token, reason: later.reason.slice(0, 1_000) },
  );
}

/** Takes a fetch off the queue; returns false when the lease is lost and somebody else is at it. */
export async function finishFetch({ db, tx }: QueryContext, { id, token }: ClaimedFetch): Promise<boolean> {
  const removed = await db.run(
    '/* system: fetch */ DELETE FROM media_fetches WHERE id = :id AND lease_token = :token',
    { id, token },
    tx,
  );
  return removed > 0;
}
