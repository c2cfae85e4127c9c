import type { Database } from '../../db/database.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { deleteRow, insertRow, run, select } from '../../kernel/tenancy/rows.ts';

/**
 * The bytes of a workspace's files. `media_usage` has the sum of all complete files; each transaction that
 * stores or removes one changes it. Uploads that no message carries are few, so they are added up.
 */

/** What a workspace's files use, in bytes. */
export interface MediaUsage {
  /** Complete files. */
  stored: number;
  /** Uploads that are still arriving, with the size that was announced or is possible. */
  arriving: number;
  /** Uploads that no message carries, those that are still arriving too. */
  unsent: number;
  unsentFiles: number;
}

/** Returns what a workspace's files use. */
export async function mediaUsage(ctx: QueryContext): Promise<MediaUsage> {
  const [row] = await select<Record<keyof MediaUsage, number>>(
    ctx,
    `SELECT COALESCE((SELECT u.bytes FROM media_usage u WHERE u.tenant_id = :tenantId), 0) AS stored,
       COALESCE(SUM(IF(storage_key IS NULL, size, 0)), 0) AS arriving, COALESCE(SUM(size), 0) AS unsent,
       COUNT(*) AS unsentFiles
     FROM media WHERE tenant_id = :tenantId AND message_id IS NULL`,
  );
  return {
    stored: Number(row?.stored ?? 0),
    arriving: Number(row?.arriving ?? 0),
    unsent: Number(row?.unsent ?? 0),
    unsentFiles: Number(row?.unsentFiles ?? 0),
  };
}

/** Returns the bytes of all complete files of all workspaces. */
export async function allMediaBytes(db: Database): Promise<number> {
  const [row] = await db.select<{ bytes: number | null }>(
    '/* system: metrics */ SELECT SUM(bytes) AS bytes FROM media_usage',
  );
  return Number(row?.bytes ?? 0);
}

/**
 * Stores the row of an upload that is about to arrive, if `mayTake` agrees with what is used. Uploads of a
 * workspace pass here one at a time, so that many at once cannot exceed a limit together.
 * @throws what `mayTake` throws; then nothing is stored.
 */
export async function reserveMedia(
  ctx: QueryContext,
  row: Omit<MediaRow, 'tenantId'>,
  mayTake: (usage: MediaUsage) => void,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await changeStored({ ...ctx, tx }, 0);
    mayTake(await mediaUsage({ ...ctx, tx }));
    await insertRow({ ...ctx, tx }, 'media', row);
  });
}

/** Removes the row of a file whose bytes have been removed, and no longer counts them. */
export async function removeMedia(ctx: QueryContext, id: Buffer): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await select<{ size: number | null }>(
      { ...ctx, tx },
      `SELECT IF(storage_key IS NULL, 0, size) AS size FROM media
       WHERE tenant_id = :tenantId AND id = :id FOR UPDATE`,
      { id },
    );
    if (!row || !(await deleteRow({ ...ctx, tx }, 'media', id))) return;
    if (Number(row.size) > 0) await changeStored({ ...ctx, tx }, -Number(row.size));
  });
}

/** Counts bytes in or out, and locks the count until the transaction ends. */
export async function changeStored(ctx: QueryContext, difference: number): Promise<void> {
  await run(
    ctx,
    `INSERT INTO media_usage (tenant_id, bytes) VALUES (:tenantId, :difference)
     ON DUPLICATE KEY UPDATE bytes = bytes + VALUES(bytes)`,
    { difference },
  );
}

/** Hours after which the bytes of a workspace are added up again. */
const RECOUNT_HOURS = 24;
const IS_DUE = `(counted_at IS NULL OR counted_at < UTC_TIMESTAMP(3) - INTERVAL ${RECOUNT_HOURS} HOUR)`;

/** Returns some workspaces whose count is due, in the order of their ids. */
export async function dueRecounts(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: housekeeping */ SELECT tenant_id AS tenantId FROM media_usage
     WHERE tenant_id > :after AND ${IS_DUE} ORDER BY tenant_id LIMIT ${limit}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/**
 * Adds up the files of a workspace and corrects its count, if that is due; returns the difference. One server does
 * so, and no file waits: both sums are read at the same moment, and later changes are added to what was corrected.
 */
export async function recountStored(ctx: QueryContext): Promise<number> {
  const claimed = await run(
    ctx,
    `UPDATE media_usage SET counted_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId AND ${IS_DUE}`,
  );
  if (claimed === 0) return 0;
  const [row] = await select<{ difference: number }>(
    ctx,
    `SELECT COALESCE((SELECT SUM(m.size) FROM media m WHERE m.tenant_id = :tenantId AND m.storage_key IS NOT NULL), 0)
       - u.bytes AS difference
     FROM media_usage u WHERE u.tenant_id = :tenantId`,
  );
  const difference = Number(row?.difference ?? 0);
  if (difference !== 0) await changeStored(ctx, difference);
  return difference;
}
