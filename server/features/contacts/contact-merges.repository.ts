import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS } from '../../kernel/housekeeping/step.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** Contacts that were merged into others (decisions 0289 and 0309). Read only for ids that are not found. */

/** Days in which a merge can be undone. */
export const MERGE_UNDO_DAYS = 30;

/** A merge: the id of the contact that it removed, and of the conversation that it removed with it. */
export interface StoredMerge {
  sourceId: Buffer;
  targetId: Buffer;
  conversationId: Buffer | null;
  mergeId: Buffer;
  sourceName: string;
  authorName: string;
  /** What `undoMerge` reads. */
  undoData: string;
}

/** Returns the contact that a contact was merged into, itself or by later merges; null when it was not merged. */
export async function heirOf(ctx: QueryContext, id: Buffer): Promise<Buffer | null> {
  const [row] = await select<{ targetId: Buffer }>(
    ctx,
    'SELECT target_id AS targetId FROM contact_merges WHERE tenant_id = :tenantId AND source_id = :id',
    { id },
  );
  return row?.targetId ?? null;
}

/** Returns the contacts that were merged into a contact, themselves or by later merges. */
export async function mergedInto(ctx: QueryContext, targetId: Buffer): Promise<Buffer[]> {
  const rows = await select<{ sourceId: Buffer }>(
    ctx,
    'SELECT source_id AS sourceId FROM contact_merges WHERE tenant_id = :tenantId AND target_id = :targetId',
    { targetId },
  );
  return rows.map(({ sourceId }) => sourceId);
}

/** Lets earlier merges into a contact be of another one. Before its row is deleted, and they with it. */
export async function moveMerges(ctx: QueryContext, sourceId: Buffer, targetId: Buffer): Promise<void> {
  await run(
    ctx,
    'UPDATE contact_merges SET target_id = :targetId WHERE tenant_id = :tenantId AND target_id = :sourceId',
    { sourceId, targetId },
  );
}

/** Stores that a contact was merged into another one. */
export async function storeMerge(ctx: QueryContext, merge: StoredMerge): Promise<void> {
  await run(
    ctx,
    `INSERT INTO contact_merges (tenant_id, source_id, target_id, conversation_id, merged_at, merge_id, source_name,
       author_name, undo_data)
     VALUES (:tenantId, :sourceId, :targetId, :conversationId, UTC_TIMESTAMP(3), :mergeId, :sourceName, :authorName,
       :undoData)`,
    { ...merge },
  );
}

/** What decides whether a merge can be undone. */
export interface LockedMerge {
  targetId: Buffer;
  mergeId: Buffer | null;
  undoData: string | null;
  isExpired: number;
  /** The contact of a later merge into the same one, which has to be undone first. */
  laterId: Buffer | null;
}

/** Returns the merge of a contact, locked until the transaction ends; null when it is not merged. */
export async function lockMerge(ctx: QueryContext, sourceId: Buffer): Promise<LockedMerge | null> {
  const [row] = await select<LockedMerge>(
    ctx,
    `SELECT g.target_id AS targetId, g.merge_id AS mergeId, g.undo_data AS undoData,
       g.merged_at < UTC_TIMESTAMP(3) - INTERVAL ${MERGE_UNDO_DAYS} DAY AS isExpired,
       (SELECT l.source_id FROM contact_merges l WHERE l.tenant_id = :tenantId AND l.target_id = g.target_id
          AND l.merged_at > g.merged_at ORDER BY l.merged_at DESC LIMIT 1) AS laterId
     FROM contact_merges g WHERE g.tenant_id = :tenantId AND g.source_id = :sourceId FOR UPDATE`,
    { sourceId },
  );
  return row ?? null;
}

/** Deletes a merge that is undone; earlier merges of its contact are of that contact again. */
export async function removeMerge(
  ctx: QueryContext,
  sourceId: Buffer,
  { targetId, earlier }: { targetId: Buffer; earlier: readonly Buffer[] },
): Promise<void> {
  if (earlier.length > 0)
    await run(
      ctx,
      `UPDATE contact_merges SET target_id = :sourceId
       WHERE tenant_id = :tenantId AND target_id = :targetId AND source_id IN (:earlier)`,
      { sourceId, targetId, earlier: [...earlier] },
    );
  await run(ctx, 'DELETE FROM contact_merges WHERE tenant_id = :tenantId AND source_id = :sourceId', {
    sourceId,
  });
}

/** Forgets what is needed to undo up to 1,000 merges that are too old for it; returns how many. */
export function forgetOldMerges(db: Database): Promise<number> {
  return db.run(
    `/* system: housekeeping */ UPDATE contact_merges SET undo_data = NULL
     WHERE merged_at < UTC_TIMESTAMP(3) - INTERVAL ${MERGE_UNDO_DAYS} DAY AND undo_data IS NOT NULL LIMIT ${BATCH_ROWS}`,
  );
}

/** Deletes up to 1,000 keys of moved rows whose merge is undone, too old or deleted; returns how many. */
export async function dropMergeRows(db: Database): Promise<number> {
  const [merge] = await db.select<{ tenantId: Buffer; mergeId: Buffer }>(
    `/* system: housekeeping */ SELECT r.tenant_id AS tenantId, r.merge_id AS mergeId
     FROM (SELECT tenant_id, merge_id FROM contact_merge_rows GROUP BY tenant_id, merge_id) r
     WHERE NOT EXISTS (SELECT 1 FROM contact_merges g
       WHERE g.tenant_id = r.tenant_id AND g.merge_id = r.merge_id AND g.undo_data IS NOT NULL) LIMIT 1`,
  );
  if (!merge) return 0;
  return db.run(
    `/* system: housekeeping */ DELETE FROM contact_merge_rows
     WHERE tenant_id = :tenantId AND merge_id = :mergeId LIMIT ${BATCH_ROWS}`,
    { ...merge },
  );
}
