import { createHash } from 'node:crypto';
import type { ChangeContext, QueryContext } from '../../../kernel/context/context.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';

/**
 * Groups of possible duplicates that are different people. A group is known by a digest of its contacts: when another one
 * joins it, it is a possible duplicate again.
 */

type Member = { readonly id: Buffer };

function keyOf(group: readonly Member[]): Buffer {
  const ids = group.map(({ id }) => id.toString('hex')).sort();
  return createHash('sha256').update(ids.join()).digest().subarray(0, 16);
}

/** Returns those of the groups that nobody has found to be different people. */
export async function withoutDistinct<Group extends readonly Member[]>(
  ctx: QueryContext,
  groups: readonly Group[],
): Promise<Group[]> {
  if (groups.length === 0) return [];
  const rows = await select<{ groupKey: Buffer }>(
    ctx,
    `SELECT group_key AS groupKey FROM distinct_contacts WHERE tenant_id = :tenantId AND group_key IN (:keys)`,
    { keys: groups.map(keyOf) },
  );
  const known = new Set(rows.map(({ groupKey }) => groupKey.toString('hex')));
  return groups.filter((group) => !known.has(keyOf(group).toString('hex')));
}

/** Stores whether the contacts of a group are different people. Repeatable. */
export async function storeDistinct(
  ctx: ChangeContext,
  group: readonly Member[],
  isDistinct: boolean,
): Promise<void> {
  await run(
    ctx,
    isDistinct
      ? `INSERT INTO distinct_contacts (tenant_id, group_key, created_at) VALUES (:tenantId, :key, :now)
         ON DUPLICATE KEY UPDATE group_key = distinct_contacts.group_key`
      : 'DELETE FROM distinct_contacts WHERE tenant_id = :tenantId AND group_key = :key',
    { key: keyOf(group), ...(isDistinct && { now: ctx.clock.now() }) },
  );
}
