import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { BROADCASTS_SHARE_OF_LIMIT, readMessagingLimit } from '../../../shared/domain/message-limits.ts';
import { SLOW_PER_MINUTE } from '../../../shared/domain/templates/broadcasts.ts';
import { countMessaged, countQueuedOfBroadcasts, messagedFreeAt } from '../../features/broadcasts/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';

/** Returns whether the platform rates the number so low that broadcasts stop by themselves. */
export const isQualityLow = (number: Pick<PlatformNumber, 'quality'> | null) => number?.quality === 'RED';

/** Returns whether broadcasts are sent more slowly, so that the quality of the number does not fall further. */
export const isQualityWeak = (number: Pick<PlatformNumber, 'quality'> | null) =>
  number?.quality === 'YELLOW' || isQualityLow(number);

/** How many messages may be created at once after a pause, in seconds of sending. */
const SLOW_BURST_SECONDS = 1;

/** How fast this process sends for each workspace whose number is not of high quality. */
export interface SlowPace {
  /** Returns for how many people a message may be created now. */
  allowance(lane: string): number;
  spend(lane: string, people: number): void;
}

/** Creates the pace. It is in the memory of this process: after a restart, one burst comes early (decision 0330). */
export function createSlowPace(now: () => number = () => performance.now()): SlowPace {
  const perMs = SLOW_PER_MINUTE / 60_000;
  const full = SLOW_BURST_SECONDS * 1_000 * perMs;
  const lanes = new Map<string, { tokens: number; at: number }>();
  const tokensOf = (lane: string) => {
    const known = lanes.get(lane);
    return known ? Math.min(full, known.tokens + (now() - known.at) * perMs) : full;
  };
  return {
    allowance: (lane) => Math.floor(tokensOf(lane)),
    spend(lane, people) {
      lanes.set(lane, { tokens: tokensOf(lane) - people, at: now() });
      // Those that are full again are as if they had never been slow.
      for (const name of lanes.keys()) if (tokensOf(name) >= full) lanes.delete(name);
    },
  };
}

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
