import type { GraphUsage } from '../../platform/graph/graph-usage.ts';

/** Limits how fast this server sends, for each workspace and each person. Times are in milliseconds. */
export interface SendPace {
  /** Returns how many messages of a workspace may be sent now. */
  allowance(lane: string): number;
  spend(lane: string, person: string): void;
  /** Returns the wait before the next message to a person; 0 while the platform has reported no limit. */
  waitFor(lane: string, person: string): number;
  /** Notes that there were too many messages to one person (131056). */
  pairLimited(lane: string, person: string): void;
  /** Notes that the number sends too fast (130429). */
  tooFast(lane: string): void;
  /** Notes the quota usage that the platform reported with a successful response. */
  noteUsage(lane: string, usage: GraphUsage | null): void;
  /** Returns the current rate in messages per second. */
  rate(lane: string): number;
}

/** Unused capacity accumulates up to this much, in seconds: a short burst. */
const BURST_SECONDS = 0.25;
/** Recovery per second after a rejection, as a share of the full rate. */
const RECOVERY = 0.05;
const SLOW_DOWN_ABOVE = 80;
/** Limit for one person: a burst of this many, then one every six seconds. */
const PAIR_BURST = 45;
const PAIR_REFILL_MS = 6_000;
/** Delay before the next attempt after a rejection. The platform's own limit decides then. */
const FIRST_WAIT_MS = 1_000;
const PEOPLE_MAX = 20_000;
/** How long the limit for a person applies after the platform has reported it. */
const PAIR_LIMIT_MS = 3_600_000;

interface LanePace {
  rate: number;
  /** The share of the full rate that the quota of the platform leaves, from 0 to 1. */
  room: number;
  tokens: number;
  at: number;
  rejectedAt: number;
  pairLimitUntil: number;
}

/**
 * Creates the token buckets, in the memory of this server. Servers do not share them: each has its share of the
 * rate, and the platform's rejections slow all of them down (decision 0220).
 * @param fullRate - how many messages a second this server may send for a workspace now.
 */
export function createSendPace(
  fullRate: () => number,
  now: () => number = () => performance.now(),
): SendPace {
  const lanes = new Map<string, LanePace>();
  const persons = new Map<string, { tokens: number; at: number }>();

  function laneOf(name: string): LanePace {
    const at = now();
    const perSecond = fullRate();
    const lane = lanes.get(name) ?? {
      rate: perSecond,
      room: 1,
      tokens: perSecond * BURST_SECONDS,
      at,
      rejectedAt: -Infinity,
      pairLimitUntil: -Infinity,
    };
    const seconds = (at - lane.at) / 1_000;
    const ceiling = Math.max(1, perSecond * lane.room);
    lane.rate = Math.min(ceiling, lane.rate + perSecond * RECOVERY * seconds);
    lane.tokens = Math.min(Math.max(1, lane.rate * BURST_SECONDS), lane.tokens + lane.rate * seconds);
    lane.at = at;
    lanes.set(name, lane);
    return lane;
  }

  function tokensOf(person: string): number {
    const known = persons.get(person);
    return known ? Math.min(PAIR_BURST, known.tokens + (now() - known.at) / PAIR_REFILL_MS) : PAIR_BURST;
  }

  function dropFullBuckets(): void {
    for (const person of persons.keys()) if (tokensOf(person) >= PAIR_BURST) persons.delete(person);
  }

  return {
    allowance: (name) => Math.floor(laneOf(name).tokens),
    rate: (name) => laneOf(name).rate,
    spend(name, person) {
      laneOf(name).tokens -= 1;
      persons.set(person, { tokens: tokensOf(person) - 1, at: now() });
      if (persons.size > PEOPLE_MAX) dropFullBuckets();
    },
    waitFor(name, person) {
      if (now() > laneOf(name).pairLimitUntil) return 0;
      const missing = 1 - tokensOf(person);
      return missing > 0 ? Math.ceil(missing * PAIR_REFILL_MS) : 0;
    },
    pairLimited(name, person) {
      laneOf(name).pairLimitUntil = now() + PAIR_LIMIT_MS;
      persons.set(person, { tokens: 1 - FIRST_WAIT_MS / PAIR_REFILL_MS, at: now() });
    },
    tooFast(name) {
      const lane = laneOf(name);
      lane.tokens = 0;
      // Rejections of concurrent sends count once.
      if (now() - lane.rejectedAt > 1_000) lane.rate = Math.max(1, lane.rate / 2);
      lane.rejectedAt = now();
    },
    noteUsage(name, usage) {
      if (usage === null) return;
      const room = (100 - usage.percent) / (100 - SLOW_DOWN_ABOVE);
      laneOf(name).room = Math.min(1, Math.max(0, room));
    },
  };
}
