import type { Database } from '../../db/database.ts';
import { type Claimed, claimLane, newLeaseToken } from '../../kernel/queue/queue.ts';
import { dueFetchLanes, MEDIA_FETCHES } from './media-fetches.repository.ts';

/** Files that one process fetches at a time. */
export const FETCH_SLOTS = 6;
/** One workspace leaves the rest of the slots to others. */
const TENANT_MAX = 4;
/** The last free slots are for workspaces that fetch nothing: each of several whose fetches hang leaves them free. */
const RESERVED = 2;

/** Chooses which files this process fetches next. */
export interface FetchLanes {
  claim(room: number): Promise<Claimed>;
  /** Marks a file as no longer in progress. */
  done(id: Buffer): void;
}

/**
 * Creates a lane for each workspace. Those with the fewest fetches in progress go first: a workspace with many files, or
 * with files that take long, does not hold up the file of another.
 */
export function createFetchLanes(database: Database): FetchLanes {
  const inProgress = new Map<string, string>();
  const activeOf = (tenant: string) => [...inProgress.values()].filter((one) => one === tenant).length;

  async function claim(room: number): Promise<Claimed> {
    const token = newLeaseToken();
    const ids: Buffer[] = [];
    const lanes = (await dueFetchLanes(database))
      .map((tenantId) => ({ tenantId, tenant: tenantId.toString('hex') }))
      .map((lane) => ({ ...lane, active: activeOf(lane.tenant) }))
      .sort((a, b) => a.active - b.active);
    try {
      // First one of each lane, then more of them if slots are left.
      for (const most of [1, TENANT_MAX])
        for (const { tenantId, tenant } of lanes) {
          const active = activeOf(tenant);
          const free = room - ids.length;
          const open = active === 0 ? Math.max(free - RESERVED, Math.min(free, 1)) : free - RESERVED;
          const left = Math.min(most, TENANT_MAX - active, open);
          if (left <= 0) continue;
          for (const id of await claimLane(database, MEDIA_FETCHES, { tenantId }, { token, most: left })) {
            inProgress.set(id.toString('hex'), tenant);
            ids.push(id);
          }
        }
    } catch (error) {
      // What is claimed already must be worked on: nothing else ends its place here. The next claim takes the rest.
      if (ids.length === 0) throw error;
    }
    return { token, ids };
  }

  return {
    claim,
    done: (id) => {
      inProgress.delete(id.toString('hex'));
    },
  };
}
