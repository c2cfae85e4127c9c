import type { GraphUsage } from '../../platform/graph/graph-usage.ts';

/** How fast this process may send, for each workspace and each person. Times in milliseconds. */
export interface SendPace {
  /** How many messages of a workspace may go now. */
  allowance(lane: string): number;
  spend(lane: string, person: string): void;
  /** How long a person must be left alone; 0 when a message may go, and as long as the platform minds nothing. */
  waitFor(lane: string, person: string): number;
  /** The platform says that there were too many messages to one person (131056). */
  pairLimited(lane: string, person: string): void;
  /** The platform says that the number is too fast (130429). */
  tooFast(lane: string): void;
  /** What the platform says of the allowance, with an answer that was no refusal. */
  hear(lane: string, usage: GraphUsage | null): void;
  /** Messages a second, as it stands. */
  rate(lane: string): number;
}

/** Unspent moments add up to this much, in seconds: a short burst, far below a second's worth. */
const BURST_SECONDS = 0.25;
/** What is gained back in each second after a refusal, as a share of the full rate. */
const RECOVERY = 0.05;
const SLOW_DOWN_ABOVE = 80;
/** To one person: so many at once, then one in six seconds. */
const PAIR_BURST = 45;
const PAIR_REFILL_MS = 6_000;
/** After a refusal the next try is a second away: the platform knows better than we when there is room. */
const FIRST_WAIT_MS = 1_000;
const PERSONS_KEPT = 20_000;
/** For so long after it has minded, the platform's limit for a person is kept without asking. */
const MINDFUL_MS = 3_600_000;

interface LanePace {
  rate: number;
  ceiling: number;
  tokens: number;
  at: number;
  refusedAt: number;
  mindsPairsUntil: number;
}

/**
 * Token buckets in the memory of this process. Several servers do not count together: each starts at the
 * full rate, and the platform's refusals bring all of them down (decision 0220).
 */
export function createSendPace(perSecond: number, now: () => number = () => performance.now()): SendPace {
  const lanes = new Map<string, LanePace>();
  const persons = new Map<string, { tokens: number; at: number }>();

  function laneOf(name: string): LanePace {
    const at = now();
    const full = perSecond * BURST_SECONDS;
    const lane = lanes.get(name) ?? {
      rate: perSecond,
      ceiling: perSecond,
      tokens: full,
      at,
      refusedAt: -Infinity,
      mindsPairsUntil: -Infinity,
    };
    const seconds = (at - lane.at) / 1_000;
    lane.rate = Math.min(lane.ceiling, lane.rate + perSecond * RECOVERY * seconds);
    lane.tokens = Math.min(Math.max(1, lane.rate * BURST_SECONDS), lane.tokens + lane.rate * seconds);
    lane.at = at;
    lanes.set(name, lane);
    return lane;
  }

  function tokensOf(person: string): number {
    const known = persons.get(person);
    return known ? Math.min(PAIR_BURST, known.tokens + (now() - known.at) / PAIR_REFILL_MS) : PAIR_BURST;
  }

  function forgetTheRested(): void {
    for (const person of persons.keys()) if (tokensOf(person) >= PAIR_BURST) persons.delete(person);
  }

  return {
    allowance: (name) => Math.floor(laneOf(name).tokens),
    rate: (name) => laneOf(name).rate,
    spend(name, person) {
      laneOf(name).tokens -= 1;
      persons.set(person, { tokens: tokensOf(person) - 1, at: now() });
      if (persons.size > PERSONS_KEPT) forgetTheRested();
    },
    waitFor(name, person) {
      if (now() > laneOf(name).mindsPairsUntil) return 0;
      const missing = 1 - tokensOf(person);
      return missing > 0 ? Math.ceil(missing * PAIR_REFILL_MS) : 0;
    },
    pairLimited(name, person) {
      laneOf(name).mindsPairsUntil = now() + MINDFUL_MS;
      persons.set(person, { tokens: 1 - FIRST_WAIT_MS / PAIR_REFILL_MS, at: now() });
    },
    tooFast(name) {
      const lane = laneOf(name);
      lane.tokens = 0;
      // The refusals of what was under way together are one refusal.
      if (now() - lane.refusedAt > 1_000) lane.rate = Math.max(1, lane.rate / 2);
      lane.refusedAt = now();
    },
    hear(name, usage) {
      if (usage === null) return;
      const room = (100 - usage.percent) / (100 - SLOW_DOWN_ABOVE);
      laneOf(name).ceiling = Math.max(1, perSecond * Math.min(1, Math.max(0, room)));
    },
  };
}
