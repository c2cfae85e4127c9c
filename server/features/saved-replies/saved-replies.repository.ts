import type { QueryContext } from '../../kernel/context/context.ts';
import { run } from '../../kernel/tenancy/rows.ts';

/** Counts one use of a saved reply; returns whether it exists. */
export async function addUse(ctx: QueryContext, id: Buffer, now: Date): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE saved_replies SET used_count = used_count + 1, last_used_at = :now
     WHERE tenant_id = :tenantId AND id = :id`,
    { id, now },
  );
  return changed > 0;
}
