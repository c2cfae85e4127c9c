import type { BroadcastStatus } from '../../../shared/domain/templates/broadcasts.ts';
import type { Database } from '../../db/database.ts';
import type { BroadcastRow } from '../../db/models/broadcast.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findRow, findRows, insertRow, Op, select, updateRow } from '../../kernel/tenancy/rows.ts';

/** Broadcasts as rows. */

export type NewBroadcast = Omit<BroadcastRow, 'tenantId'>;

export const insertBroadcast = (ctx: QueryContext, row: NewBroadcast): Promise<void> =>
  insertRow(ctx, 'broadcast', row);

/** Returns a broadcast, `isLocked` until the transaction ends; null when there is none with this id. */
export function findBroadcast(
  ctx: QueryContext,
  id: Buffer,
  { isLocked = false } = {},
): Promise<BroadcastRow | null> {
  return findRow(ctx, 'broadcast', { where: { id }, isLocked });
}

/**
 * Returns the status of a broadcast, which nobody can change until the transaction ends; null when there is none. Shared, so
 * that several servers can create messages of one broadcast.
 */
export async function holdStatus(ctx: QueryContext, id: Buffer): Promise<BroadcastStatus | null> {
  const [row] = await select<{ status: BroadcastStatus }>(
    ctx,
    'SELECT status FROM broadcasts WHERE tenant_id = :tenantId AND id = :id LOCK IN SHARE MODE',
    { id },
  );
  return row?.status ?? null;
}

/** Returns a page of the broadcasts, newest first. */
export function broadcastPage(
  ctx: QueryContext,
  before: Buffer | null,
  limit: number,
): Promise<BroadcastRow[]> {
  return findRows(ctx, 'broadcast', {
    ...(before && { where: { id: { [Op.lt]: before } } }),
    order: [['id', 'DESC']],
    limit,
  });
}

/** Returns the broadcasts in these states, oldest first, after another one. */
export function broadcastsIn(
  ctx: QueryContext,
  statuses: readonly BroadcastStatus[],
  limit: number,
  after: Buffer | null = null,
): Promise<BroadcastRow[]> {
  return findRows(ctx, 'broadcast', {
    where: { status: { [Op.in]: [...statuses] }, ...(after && { id: { [Op.gt]: after } }) },
    order: [['id', 'ASC']],
    limit,
  });
}

/** Returns the newest broadcasts that ended after a time. */
export function endedSince(ctx: QueryContext, since: Date, limit: number): Promise<BroadcastRow[]> {
  return findRows(ctx, 'broadcast', {
    where: { status: { [Op.in]: ['completed', 'canceled'] }, completedAt: { [Op.gt]: since } },
    order: [['id', 'DESC']],
    limit,
  });
}

/** Writes the given columns of a broadcast; returns whether that changed anything. */
export function changeBroadcast(
  ctx: QueryContext,
  id: Buffer,
  values: Partial<Omit<BroadcastRow, 'id' | 'tenantId'>>,
): Promise<boolean> {
  return updateRow(ctx, 'broadcast', id, values);
}

/** Workspaces that one statement reads. */
const TENANTS_AT_ONCE = 1_000;

/**
 * Yields the workspaces that have broadcasts in one of these states, in pages, so that all of them have a turn.
 * @param endedSince leaves out broadcasts that ended before.
 * @param atOnce tests pass a smaller number.
 */
export async function* tenantsWithBroadcasts(
  db: Database,
  statuses: readonly BroadcastStatus[],
  { endedSince, atOnce = TENANTS_AT_ONCE }: { endedSince?: Date; atOnce?: number } = {},
): AsyncGenerator<Buffer> {
  let after: Buffer = Buffer.alloc(16);
  for (;;) {
    const rows = await db.select<{ tenantId: Buffer }>(
      `/* system: claim */ SELECT DISTINCT tenant_id AS tenantId FROM broadcasts
       WHERE tenant_id > :after AND status IN (:statuses)
         ${endedSince ? 'AND (completed_at IS NULL OR completed_at > :endedSince)' : ''}
       ORDER BY tenant_id LIMIT ${Math.trunc(atOnce)}`,
      { after, statuses: [...statuses], ...(endedSince && { endedSince }) },
    );
    for (const { tenantId } of rows) yield tenantId;
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.tenantId;
  }
}
