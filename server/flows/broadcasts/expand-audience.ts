import type { BroadcastCounts } from '../../../shared/contract/public/broadcasts.contract.ts';
import { BROADCAST_RECIPIENTS_MAX } from '../../../shared/domain/templates/broadcasts.ts';
import type { BroadcastRow } from '../../db/models/broadcast.model.ts';
import {
  changeBroadcast,
  countAdded,
  countAudience,
  countMembers,
  expandAudience,
  findBroadcast,
  type NewBroadcast,
  noCounts,
  presentBroadcast,
} from '../../features/broadcasts/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { segmentSource } from './create-broadcast.ts';
import { setTimes } from './recipient-times.ts';

/** How a broadcast begins and its audience becomes rows (decision 0298), unless it has become too large (decision 0334). */

/** Contacts that are added to an audience in one transaction. */
const EXPANDED_AT_ONCE = 500;

/**
 * Starts a scheduled broadcast whose time has come; returns null while it has not. One whose audience has become too large
 * is paused before anybody gets it.
 */
export async function begin(ctx: Context, row: BroadcastRow): Promise<BroadcastRow | null> {
  const now = ctx.clock.now();
  if (row.status === 'running' && row.startedAt) return row;
  if (row.sendAt && row.sendAt > now) return null;
  const tooMany = (await isTooLarge(ctx, row)) ? await expectedCounts(ctx, row) : null;
  return inTransaction(ctx, async (ctx) => {
    const locked = await findBroadcast(ctx, row.id, { isLocked: true });
    if (locked?.status !== 'scheduled' && locked?.status !== 'running') return null;
    // Another server has started it.
    if (locked.startedAt) return locked;
    const changes = tooMany
      ? { status: 'paused' as const, pauseReason: 'too_large' as const, counts: JSON.stringify(tooMany) }
      : { status: 'running' as const, startedAt: now };
    await changeBroadcast(ctx, row.id, changes);
    ctx.record('broadcast.updated', { broadcast: presentBroadcast({ ...locked, ...changes }) });
    return tooMany ? null : { ...locked, ...changes };
  });
}

/** Adds the next contacts of the audience and moves the place in one transaction, so that none is left out or added twice. */
export async function expand(ctx: Context, id: Buffer): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await findBroadcast(ctx, id, { isLocked: true });
    if (row?.status !== 'running' || row.isExpanded) return;
    const source = await segmentSource(ctx, row);
    const contactIds = await expandAudience(ctx, { ...row, source }, EXPANDED_AT_ONCE);
    await setTimes(ctx, row, contactIds);
    const last = contactIds.at(-1);
    const isEnd = contactIds.length < EXPANDED_AT_ONCE;
    await changeBroadcast(ctx, id, isEnd || !last ? { isExpanded: 1 } : { expandedTo: last });
  });
}

/** Returns whether those who have a row and those who are still to be read are more people than a broadcast can have. */
export async function isTooLarge(ctx: Context, row: NewBroadcast): Promise<boolean> {
  if (row.isExpanded) return false;
  const added = row.expandedTo ? await countAdded(ctx, row.id) : 0;
  const left = Math.max(0, BROADCAST_RECIPIENTS_MAX - added);
  const source = await segmentSource(ctx, row);
  return (await countMembers(ctx, { ...row, source }, left + 1)) > left;
}

/** Returns what is expected of an audience of which nobody has a row yet, however large it is. */
async function expectedCounts(ctx: Context, row: NewBroadcast): Promise<BroadcastCounts> {
  const audience = { ...row, source: await segmentSource(ctx, row) };
  const most = { name: row.name, max: Number.MAX_SAFE_INTEGER };
  const { recipients, excluded } = await countAudience(ctx, audience, most);
  return { ...noCounts(), recipients, waiting: recipients, excluded };
}
