import type { Bindings } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/**
 * A workspace's contacts in order of their ids, cut into blocks that know how many are left in them, so that
 * a page far down is found without counting its way. A run of blocks is a segment of the search.
 *
 * `addToBlock` and `removeFromBlock` must be called with the workspace's counter locked (`ctx.atEnd`): then no other
 * contact can be committed meanwhile, and every committed contact has been counted.
 * A contact never changes its segment: a new one starts only above all ids that there are.
 */

/** How many contacts fill a block, and how many full blocks a segment of the search. Tests pass smaller ones. */
export const BLOCK_SIZES = { block: 1_000, segment: 32 };
export type BlockSizes = typeof BLOCK_SIZES;

/** Left to itself the optimizer enters the index by the tenant alone, and walks to the id from an end. */
const CONTACTS = 'contacts FORCE INDEX (contacts_tenant_id)';

/** Below every id: where a workspace's first block starts. */
const LOWEST = Buffer.alloc(16);

interface Block {
  firstId: Buffer;
  live: number;
  segment: number;
}

/** Counts in a contact that this transaction has inserted; returns its segment. */
export async function addToBlock(ctx: QueryContext, id: Buffer, sizes = BLOCK_SIZES): Promise<number> {
  const block = await blockOf(ctx, id);
  if (!block) return startBlock(ctx, LOWEST, 0);
  if (block.live >= sizes.block && (await isNewest(ctx, id))) {
    const isFull = (await blocksIn(ctx, block.segment)) >= sizes.segment;
    return startBlock(ctx, id, block.segment + (isFull ? 1 : 0));
  }
  await changeLive(ctx, block.firstId, 1);
  if (block.live + 1 >= 2 * sizes.block) await splitBlock(ctx, block, sizes);
  return block.segment;
}

/**
 * Counts in contacts that this transaction has inserted; returns their segments. Contacts that fit into one block
 * together are counted together.
 */
export async function addAllToBlocks(
  ctx: QueryContext,
  ids: readonly Buffer[],
  sizes = BLOCK_SIZES,
): Promise<number[]> {
  const order = [...ids.entries()].sort(([, one], [, other]) => Buffer.compare(one, other));
  const segments: number[] = new Array(ids.length);
  for (let start = 0; start < order.length; ) {
    const [, first] = order[start] as [number, Buffer];
    const block = await blockOf(ctx, first);
    const room = Math.max(0, sizes.block - (block?.live ?? sizes.block));
    const together = order.slice(start, start + room);
    const last = together.at(-1)?.[1];
    const isOneBlock = block && last && (await blockOf(ctx, last))?.firstId.equals(block.firstId);
    if (!isOneBlock) {
      // The first of a new block, the last of a full one, or one in the middle.
      const [index, id] = order[start] as [number, Buffer];
      segments[index] = await addToBlock(ctx, id, sizes);
      start += 1;
      continue;
    }
    await changeLive(ctx, block.firstId, together.length);
    for (const [index] of together) segments[index] = block.segment;
    start += together.length;
  }
  return segments;
}

/** Counts out a contact that this transaction has deleted. */
export async function removeFromBlock(ctx: QueryContext, id: Buffer): Promise<void> {
  const block = await blockOf(ctx, id);
  if (block) await changeLive(ctx, block.firstId, -1);
}

/** Returns the segment of a committed contact; of a new one, where it would be if it were committed now. */
export async function segmentOf(ctx: QueryContext, id: Buffer): Promise<number> {
  return (await blockOf(ctx, id))?.segment ?? 0;
}

/** Returns the highest segment there is; null before the first contact. */
export async function newestSegment(ctx: QueryContext): Promise<number | null> {
  const [block] = await select<{ segment: number }>(
    ctx,
    'SELECT segment FROM contact_blocks WHERE tenant_id = :tenantId ORDER BY first_id DESC LIMIT 1',
  );
  return block?.segment ?? null;
}

/** Returns the place of the contact that comes after the `offset` newest: so many further, among ids below `before`. */
export async function placeAtOffset(
  ctx: QueryContext,
  offset: number,
  sizes = BLOCK_SIZES,
): Promise<{ before?: Buffer; offset: number }> {
  const place: { before?: Buffer; offset: number } = { offset };
  for (;;) {
    const wanted = Math.ceil(place.offset / sizes.block) + 8;
    const blocks = await select<Block>(
      ctx,
      `SELECT first_id AS firstId, live FROM contact_blocks
       WHERE tenant_id = :tenantId ${place.before ? 'AND first_id < :before' : ''}
       ORDER BY first_id DESC LIMIT ${wanted}`,
      place.before ? { before: place.before } : {},
    );
    for (const { firstId, live } of blocks) {
      if (live > place.offset) return place;
      place.offset -= live;
      place.before = firstId;
    }
    if (blocks.length < wanted) return place;
  }
}

async function blockOf(ctx: QueryContext, id: Buffer): Promise<Block | undefined> {
  const [block] = await select<Block>(
    ctx,
    `SELECT first_id AS firstId, live, segment FROM contact_blocks
     WHERE tenant_id = :tenantId AND first_id <= :id ORDER BY first_id DESC LIMIT 1`,
    { id },
  );
  return block;
}

/** Whether no id above this one has ever been given a place. */
async function isNewest(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const above = await select(
    ctx,
    `SELECT 1 AS one FROM ${CONTACTS} WHERE tenant_id = :tenantId AND id > :id
     UNION ALL SELECT 1 FROM contact_blocks WHERE tenant_id = :tenantId AND first_id > :id LIMIT 1`,
    { id },
  );
  return above.length === 0;
}

async function blocksIn(ctx: QueryContext, segment: number): Promise<number> {
  const [row] = await select<{ blocks: number }>(
    ctx,
    'SELECT COUNT(*) AS blocks FROM contact_blocks WHERE tenant_id = :tenantId AND segment = :segment',
    { segment },
  );
  return Number(row?.blocks);
}

async function startBlock(ctx: QueryContext, firstId: Buffer, segment: number, live = 1): Promise<number> {
  await run(
    ctx,
    'INSERT INTO contact_blocks (tenant_id, first_id, segment, live) VALUES (:tenantId, :firstId, :segment, :live)',
    { firstId, segment, live },
  );
  return segment;
}

async function changeLive(ctx: QueryContext, firstId: Buffer, difference: number): Promise<void> {
  await run(
    ctx,
    'UPDATE contact_blocks SET live = live + :difference WHERE tenant_id = :tenantId AND first_id = :firstId',
    { firstId, difference },
  );
}

/** Halves a block that grew in its middle, as it does when servers' clocks disagree. */
async function splitBlock(ctx: QueryContext, { firstId, segment }: Block, sizes: BlockSizes): Promise<void> {
  const [next] = await select<{ firstId: Buffer }>(
    ctx,
    `SELECT first_id AS firstId FROM contact_blocks
     WHERE tenant_id = :tenantId AND first_id > :firstId ORDER BY first_id LIMIT 1`,
    { firstId },
  );
  const bindings: Bindings = { firstId, ...(next ? { until: next.firstId } : {}) };
  const until = next ? 'AND id < :until' : '';
  const [middle] = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM ${CONTACTS} WHERE tenant_id = :tenantId AND id >= :firstId ${until}
     ORDER BY id LIMIT ${sizes.block}, 1`,
    bindings,
  );
  if (!middle) return;
  const [upper] = await select<{ live: number }>(
    ctx,
    `SELECT COUNT(*) AS live FROM ${CONTACTS} WHERE tenant_id = :tenantId AND id >= :middle ${until}`,
    { ...bindings, middle: middle.id },
  );
  const live = Number(upper?.live);
  await startBlock(ctx, middle.id, segment, live);
  await changeLive(ctx, firstId, -live);
}
