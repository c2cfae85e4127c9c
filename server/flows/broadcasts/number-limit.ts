import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { BROADCASTS_SHARE_OF_LIMIT, readMessagingLimit } from '../../../shared/domain/message-limits.ts';
import { countMessaged, countQueuedOfBroadcasts, messagedFreeAt } from '../../features/broadcasts/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';

/** Returns whether the platform rates the number so low that broadcasts stop by themselves. */
export const isQualityLow = (number: Pick<PlatformNumber, 'quality'> | null) => number?.quality === 'RED';

/**
 * Returns how many more people broadcasts may write to under the number's messaging limit, and when there is room again if
 * it is nobody (decision 0303). Everyone to whom the workspace has written first in 24 hours counts, and each message that waits.
 */
export async function roomOfNumber(
  ctx: QueryContext,
  number: Pick<PlatformNumber, 'messagingLimit'> | null,
): Promise<{ room: number; freeAt: Date | null }> {
  const limit = readMessagingLimit(number?.messagingLimit ?? null);
  if (limit === null || !Number.isFinite(limit)) return { room: Number.POSITIVE_INFINITY, freeAt: null };
  const most = Math.floor(limit * BROADCASTS_SHARE_OF_LIMIT);
  // The limit may have become lower, so that more were written to than it allows now.
  // One that is accepted between the two reads counts twice, and none is missed.
  const queued = await countQueuedOfBroadcasts(ctx, limit);
  const over = queued + (await countMessaged(ctx, 2 * limit)) - most;
  if (over < 0) return { room: -over, freeAt: null };
  return { room: 0, freeAt: await messagedFreeAt(ctx, over + 1) };
}
