import type { Database } from '../../db/database.ts';
import { type Claimed, newLeaseToken } from '../../kernel/queue/queue.ts';
import { type Candidate, claimSends, delaySend, dueSends, waitingLanes } from './send-claims.repository.ts';
import type { SendPace } from './send-pace.ts';
import { takeProbe } from './send-pauses.repository.ts';

/** Chooses which waiting sends this process claims next. */
export interface SendLanes {
  claim(room: number): Promise<Claimed>;
  /** Returns whether the send is a probe, sent alone to detect whether the platform is available again. */
  isProbe(id: Buffer): boolean;
  /** Returns whether the send is a message of a broadcast. */
  isBroadcast(id: Buffer): boolean;
  /** Marks the send as no longer in progress. */
  done(id: Buffer): void;
}

export interface SendLanesOptions {
  /** Maximum number of concurrent sends of one workspace. The remaining slots are for other workspaces. */
  perLane: number;
  /** Maximum number of those that belong to broadcasts. The rest of the lane is for replies. */
  perLaneOfBroadcasts: number;
  /** The last free slots are reserved for workspaces with very few sends in progress. */
  reserved: number;
}

/** Workspaces with fewer sends in progress than this may use the reserved slots. */
const FEW_SENDS = 2;

/**
 * Creates one lane of waiting sends per workspace. A paused lane releases one probe at a time, and no lane
 * can fill all slots: a workspace whose sends hang does not block the others.
 */
export function createSendLanes(
  db: Database,
  pace: SendPace,
  { perLane, perLaneOfBroadcasts, reserved }: SendLanesOptions,
): SendLanes {
  const inProgress = new Map<string, { lane: string; isProbe: boolean; isBroadcast: boolean }>();

  const countOf = (lane: string) => [...inProgress.values()].filter((one) => one.lane === lane).length;
  const countBroadcasts = (lane: string) =>
    [...inProgress.values()].filter((one) => one.lane === lane && one.isBroadcast).length;

  async function claim(room: number): Promise<Claimed> {
    const token = newLeaseToken();
    const rows = await waitingLanes(db);
    const lanes = rows
      .filter((row) => !row.isPaused || row.isProbeDue)
      .map((row) => ({ ...row, name: row.tenantId.toString('hex') }))
      .map((row) => ({ ...row, active: countOf(row.name) }))
      .sort((a, b) => a.active - b.active);
    const ids: Buffer[] = [];
    try {
      for (const lane of lanes) {
        const left = room - ids.length;
        const share = left > reserved ? left - reserved : lane.active < FEW_SENDS ? Math.min(left, 1) : 0;
        const most = lane.isPaused
          ? Math.min(left, 1)
          : Math.min(share, perLane - lane.active, pace.allowance(lane.name));
        if (most <= 0) continue;
        const taken = await take(lane.tenantId, token, most, Boolean(lane.isPaused));
        for (const { id, contactId, isBroadcast } of taken) {
          pace.spend(lane.name, contactId.toString('hex'));
          inProgress.set(id.toString('hex'), {
            ...{ lane: lane.name, isProbe: Boolean(lane.isPaused), isBroadcast: Boolean(isBroadcast) },
          });
          ids.push(id);
        }
      }
    } catch (error) {
      // What is claimed already must be sent: nothing else ends its place in its lane. The next claim takes the rest.
      if (ids.length === 0) throw error;
    }
    return { token, ids };
  }

  async function take(tenantId: Buffer, token: Buffer, most: number, isProbe: boolean): Promise<Candidate[]> {
    const ready: Candidate[] = [];
    const mostOfBroadcasts = Math.max(0, perLaneOfBroadcasts - countBroadcasts(tenantId.toString('hex')));
    for (const candidate of await dueSends(db, tenantId, { most, mostOfBroadcasts, isProbe })) {
      // Its lease has ended, but it is still here: its answer could not be stored yet.
      if (inProgress.has(candidate.id.toString('hex'))) continue;
      const wait = pace.waitFor(tenantId.toString('hex'), candidate.contactId.toString('hex'));
      if (wait === 0) ready.push(candidate);
      else await delaySend(db, tenantId, candidate.id, wait);
    }
    if (ready.length === 0) return [];
    if (isProbe && !(await takeProbe(db, tenantId))) return [];
    return claimSends(db, tenantId, ready, token);
  }

  return {
    claim,
    isProbe: (id) => inProgress.get(id.toString('hex'))?.isProbe ?? false,
    isBroadcast: (id) => inProgress.get(id.toString('hex'))?.isBroadcast ?? false,
    done: (id) => {
      inProgress.delete(id.toString('hex'));
    },
  };
}
