import type {
  BroadcastPause,
  BroadcastStatus,
  BroadcastWait,
} from '../../../shared/domain/templates/broadcasts.ts';
import { asJson } from '../../db/define-model.ts';
import type { BroadcastRow } from '../../db/models/broadcast.model.ts';
import {
  changeBroadcast,
  countRecipients,
  findBroadcast,
  presentBroadcast,
  withExpected,
} from '../../features/broadcasts/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';

/** What the worker notes of a broadcast while it works on it: why it waits or stops, and its counts. */

/** Why no one gets a broadcast right now, and until when. */
export interface Wait {
  reason: BroadcastWait;
  until: Date;
}

/** Stores why nobody gets the broadcast right now, if that has changed. */
export async function noteWait(ctx: Context, known: BroadcastRow, wait: Wait | null): Promise<void> {
  // Until the whole audience is read, more people may be due.
  const changes = known.isExpanded
    ? { waitReason: wait?.reason ?? null, waitUntil: wait?.until ?? null }
    : { waitReason: null, waitUntil: null };
  const isSame =
    changes.waitReason === known.waitReason && changes.waitUntil?.getTime() === known.waitUntil?.getTime();
  if (!isSame) await noteChange(ctx, known.id, changes);
}

/** Pauses a broadcast by itself, unless a person has paused or canceled it meanwhile. */
export const pauseFor = (ctx: Context, id: Buffer, pauseReason: BroadcastPause): Promise<void> =>
  noteChange(ctx, id, { status: 'paused', pauseReason }, ['scheduled', 'running']);

/** Changes a broadcast that is still in one of these states. */
export function noteChange(
  ctx: Context,
  id: Buffer,
  changes: Partial<BroadcastRow>,
  statuses: readonly BroadcastStatus[] = ['running'],
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const row = await findBroadcast(ctx, id, { isLocked: true });
    if (!row || !statuses.includes(row.status)) return;
    await changeBroadcast(ctx, id, changes);
    ctx.record('broadcast.updated', { broadcast: presentBroadcast({ ...row, ...changes }) });
  });
}

/** What a count is about: with other values, it was counted too early. */
const basisOf = ({ counts, status, holdingFailures, isExpanded }: BroadcastRow) =>
  JSON.stringify([asJson(counts), status, holdingFailures, isExpanded]);

/**
 * Stores the counts. Pauses the broadcast when the platform has begun to hold messages back, and completes it when
 * everyone has a result. Where another server has stored later counts meanwhile, or a person has resumed it, nothing is
 * stored: the next count is soon.
 */
export async function storeCounts(ctx: Context, id: Buffer, isDone: boolean): Promise<void> {
  const known = isDone ? null : await findBroadcast(ctx, id);
  const before = known && { basis: basisOf(known), ...(await countRecipients(ctx, id)) };
  await inTransaction(ctx, async (ctx) => {
    const row = await findBroadcast(ctx, id, { isLocked: true });
    if (!row || (before && before.basis !== basisOf(row))) return;
    // At the end under the lock: a retry that has just committed must not be completed by the counts before it.
    const { counts: counted, holding } = before ?? (await countRecipients(ctx, id));
    const counts = withExpected(row, counted);
    const isHeld = row.status === 'running' && holding > row.holdingFailures && !isDone;
    const isCompleted = row.status === 'running' && isDone && counts.waiting + counts.queued === 0;
    const text = JSON.stringify(counts);
    if (text === JSON.stringify(asJson(row.counts)) && !isHeld && !isCompleted) return;
    const changes = {
      counts: text,
      ...(isHeld && { status: 'paused' as const, pauseReason: 'platform_limit' as const }),
      ...(isCompleted && { status: 'completed' as const, completedAt: ctx.clock.now() }),
    };
    await changeBroadcast(ctx, id, changes);
    const broadcast = presentBroadcast({ ...row, ...changes });
    ctx.record('broadcast.updated', { broadcast });
    if (isCompleted) ctx.record('broadcast.completed', { broadcast });
  });
}
