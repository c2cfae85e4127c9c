/** An endpoint with due deliveries. */
export interface WaitingEndpoint {
  id: Buffer;
  tenantId: Buffer;
}

/** A lane in progress, as far as turns need to know it. */
export interface RunningLane {
  tenant: string;
  /** Whether its receiver takes long to answer. */
  isSlow(): boolean;
}

/** Lanes of receivers that answer in time, in one process. */
export const LANES_MAX = 64;
/** Lanes of receivers that are known to be slow; each holds four connections and waits. */
const SLOW_MAX = 48;
const ALL_MAX = 2 * LANES_MAX;
/** With so many lanes, a workspace leaves the last free ones to others. */
const TENANT_MAX = 8;
const RESERVED = 16;

/**
 * Decides which endpoint gets the next lane. Slow receivers do not count against the lanes of the others, so
 * that an endpoint never waits until the receivers of some workspaces have answered (decision 0242).
 */
export function createLaneTurns(options: {
  running(): Iterable<RunningLane>;
  isKnownSlow(endpoint: string): boolean;
}) {
  const waiting = new Map<string, WaitingEndpoint>();

  /** Returns the lanes in progress for an endpoint's workspace; null when it may not start now. */
  function rankOf(name: string, tenant: string, running: readonly RunningLane[]): number | null {
    if (running.length >= ALL_MAX) return null;
    const slow = running.filter((lane) => lane.isSlow());
    const ofTenant = (lanes: readonly RunningLane[]) => lanes.filter((lane) => lane.tenant === tenant).length;
    const own = ofTenant(running);
    if (options.isKnownSlow(name)) return slow.length < SLOW_MAX && ofTenant(slow) < TENANT_MAX ? own : null;
    const free = LANES_MAX - (running.length - slow.length);
    return free > RESERVED || (free > 0 && own < TENANT_MAX) ? own : null;
  }

  return {
    /** Adds an endpoint to the end of those that wait. */
    add: (endpoint: WaitingEndpoint) => {
      const name = endpoint.id.toString('hex');
      if (!waiting.has(name)) waiting.set(name, endpoint);
    },
    isEmpty: () => waiting.size === 0,
    /** Takes the endpoint that may start now: of the workspace with the fewest lanes, the first. */
    take(): WaitingEndpoint | null {
      const running = [...options.running()];
      let best: { endpoint: WaitingEndpoint; name: string; rank: number } | null = null;
      for (const [name, endpoint] of waiting) {
        const rank = rankOf(name, endpoint.tenantId.toString('hex'), running);
        if (rank !== null && (best === null || rank < best.rank)) best = { endpoint, name, rank };
        if (best?.rank === 0) break;
      }
      if (best) waiting.delete(best.name);
      return best?.endpoint ?? null;
    },
  };
}
