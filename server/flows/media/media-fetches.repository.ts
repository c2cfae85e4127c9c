import type { Database, Transaction } from '../../db/database.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

/** A file that is still with the platform. Its id is that of its row in `media`. */
export interface MediaFetch {
  id: Buffer;
  tenantId: Buffer;
  attempts: number;
}

/** Asks, within a change, for a file to be fetched; once is enough. */
export async function enqueueFetch(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  id: Buffer,
): Promise<void> {
  await database.run(
    `INSERT INTO media_fetches (id, tenant_id, visible_at) VALUES (:id, :tenantId, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE visible_at = visible_at`,
    { id, tenantId: scope.key },
    tx,
  );
}

/** The fetch that a worker has claimed; null when its lease is lost. */
export async function openFetch(database: Database, id: Buffer, token: Buffer): Promise<MediaFetch | null> {
  const [row] = await database.select<MediaFetch>(
    `/* system: fetch */ SELECT id, tenant_id AS tenantId, attempts FROM media_fetches
     WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  return row ?? null;
}

/** Keeps others away for as long as bytes are coming. */
export async function extendFetch(
  database: Database,
  id: Buffer,
  token: Buffer,
  seconds: number,
): Promise<void> {
  await database.run(
    `/* system: fetch */ UPDATE media_fetches SET visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.ceil(seconds)} SECOND
     WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
}

/** Lets go of a fetch until later. */
export async function postponeFetch(
  database: Database,
  id: Buffer,
  token: Buffer,
  later: { seconds: number; reason: string },
): Promise<void> {
  await database.run(
    `/* system: fetch */ UPDATE media_fetches SET lease_token = NULL, last_error = :reason,
       visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.ceil(later.seconds)} SECOND
     WHERE id = :id AND lease_token = :token`,
    { id, token, reason: later.reason.slice(0, 1_000) },
  );
}

/** Takes a fetch off the queue; false when the lease is lost and somebody else is at it. */
export async function finishFetch(
  database: Database,
  id: Buffer,
  token: Buffer,
  tx?: Transaction,
): Promise<boolean> {
  const removed = await database.run(
    '/* system: fetch */ DELETE FROM media_fetches WHERE id = :id AND lease_token = :token',
    { id, token },
    tx,
  );
  return removed > 0;
}
