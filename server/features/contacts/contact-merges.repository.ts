import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** Contacts that were merged into others (decision 0289). Read only for ids that are not found. */

/** Returns the contact that a contact was merged into, itself or by later merges; null when it was not merged. */
export async function heirOf(ctx: QueryContext, id: Buffer): Promise<Buffer | null> {
  const [row] = await select<{ targetId: Buffer }>(
    ctx,
    'SELECT target_id AS targetId FROM contact_merges WHERE tenant_id = :tenantId AND source_id = :id',
    { id },
  );
  return row?.targetId ?? null;
}

/** Stores that a contact, whose conversation has this id, was merged into another one. */
export async function storeMerge(
  ctx: QueryContext,
  merge: { sourceId: Buffer; targetId: Buffer; conversationId: Buffer | null },
): Promise<void> {
  const { sourceId, targetId } = merge;
  await run(
    ctx,
    'UPDATE contact_merges SET target_id = :targetId WHERE tenant_id = :tenantId AND target_id = :sourceId',
    { sourceId, targetId },
  );
  await run(
    ctx,
    `INSERT INTO contact_merges (tenant_id, source_id, target_id, conversation_id, merged_at)
     VALUES (:tenantId, :sourceId, :targetId, :conversationId, UTC_TIMESTAMP(3))`,
    merge,
  );
}
