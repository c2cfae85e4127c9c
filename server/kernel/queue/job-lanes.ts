import type { Database } from '../../db/database.ts';
import { dueJobLanes, JOBS, type JobLane } from './jobs.repository.ts';
import { type Claimed, claimLane, newLeaseToken } from './queue.ts';

/** Jobs that one process runs at a time. */
export const JOB_SLOTS = 8;
/** Deletions, and all other jobs, leave the rest of the slots to each other. */
const CLASS_MAX = 6;
/** One workspace leaves the rest of the slots to others. */
const TENANT_MAX = 3;

/** Chooses which due jobs this process claims next. */
export interface JobLanes {
  claim(room: number): Promise<Claimed>;
  /** Whether other jobs may wait for the place of this one: its workspace, or its class, has no other. */
  isCrowded(id: Buffer): boolean;
  /** Marks a job as no longer in progress. */
  done(id: Buffer): void;
}

/**
 * Creates a lane for each kind of job in each workspace. Deletions go first, then workspaces with the fewest jobs
 * in progress: jobs that hang or fail for one workspace delay neither deletions nor other workspaces.
 */
export function createJobLanes(database: Database, isDeletion: (kind: string) => boolean): JobLanes {
  const inProgress = new Map<string, { tenant: string; isDeletion: boolean }>();
  const running = (matches: (one: { tenant: string; isDeletion: boolean }) => boolean) =>
    [...inProgress.values()].filter(matches).length;

  function ranked(lanes: readonly JobLane[]) {
    return lanes
      .map((lane) => {
        const tenant = lane.tenantId.toString('hex');
        return {
          lane,
          tenant,
          isDeletion: isDeletion(lane.kind),
          active: running((one) => one.tenant === tenant),
        };
      })
      .sort((a, b) => Number(b.isDeletion) - Number(a.isDeletion) || a.active - b.active);
  }

  async function claim(room: number): Promise<Claimed> {
    const token = newLeaseToken();
    const ids: Buffer[] = [];
    const lanes = ranked(await dueJobLanes(database));
    try {
      await fill(lanes, { token, ids }, room);
    } catch (error) {
      // What is claimed already must be worked on: nothing else ends its place here. The next claim takes the rest.
      if (ids.length === 0) throw error;
    }
    return { token, ids };
  }

  /** Adds jobs of the lanes to what is claimed: first one of each lane, then more of them if slots are left. */
  async function fill(
    lanes: ReturnType<typeof ranked>,
    { token, ids }: Claimed,
    room: number,
  ): Promise<void> {
    for (const most of [1, TENANT_MAX]) {
      for (const { lane, tenant, isDeletion } of lanes) {
        const left = Math.min(
          most,
          room - ids.length,
          CLASS_MAX - running((one) => one.isDeletion === isDeletion),
          TENANT_MAX - running((one) => one.tenant === tenant),
        );
        if (left <= 0) continue;
        for (const id of await claimLane(database, JOBS, lane, { token, most: left })) {
          inProgress.set(id.toString('hex'), { tenant, isDeletion });
          ids.push(id);
        }
      }
    }
  }

  function isCrowded(id: Buffer): boolean {
    const job = inProgress.get(id.toString('hex'));
    if (!job) return false;
    return (
      running((one) => one.tenant === job.tenant) >= TENANT_MAX ||
      running((one) => one.isDeletion === job.isDeletion) >= CLASS_MAX ||
      inProgress.size >= JOB_SLOTS
    );
  }

  return {
    claim,
    isCrowded,
    done: (id) => {
      inProgress.delete(id.toString('hex'));
    },
  };
}
