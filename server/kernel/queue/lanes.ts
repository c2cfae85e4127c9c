import type { Database } from '../../db/database.ts';
import { newKey } from '../ids.ts';
import { claimRows, defineQueue } from './queue.ts';

/** Short, so that the lanes of a server that was killed are free again soon; renewed while the work goes on. */
export const LANES = defineQueue({ table: 'work_lanes', leaseSeconds: 10 });
const { leaseSeconds: LEASE_SECONDS } = LANES;
const RENEW_MS = 3_000;
/** Work that arrives meanwhile waits as long, also where the error has nothing to do with it. */
const PAUSE_MAX_SECONDS = 5;

/** Work that only one process may do at a time, such as the callbacks of a workspace or the deliveries to an endpoint. */
export interface Lane {
  /** The id of what the lane is for. */
  id: Buffer;
  tenantId: Buffer;
}

/** A lane that this process holds. */
export interface LaneLease {
  /** Whether it has been lost, to another process or because the database could not be reached in time. */
  isLost(): boolean;
  /**
   * Ends the renewal and gives the lane back: due at once, or after a growing pause when the work failed. Work that
   * failed in part is tried again within two seconds, so that it does not hold up the rest.
   */
  release(outcome?: { failed: boolean; progressed: boolean }): Promise<void>;
}

/**
 * Claims the unclaimed lanes of those given, by compare-and-set like every queue.
 * @returns the token that marks them, and the ids of the lanes that were claimed.
 */
export async function claimLanes(
  database: Database,
  lanes: readonly Lane[],
): Promise<{ token: Buffer; ids: Buffer[] }> {
  const token = newKey();
  const startedAt = performance.now();
  if (lanes.length === 0) return { token, ids: [] };
  const ids = lanes.map(({ id }) => id).sort(Buffer.compare);
  const claimed = await claimRows(database, LANES, { token, ids, countsAttempt: false });
  // So slow an answer leaves too little of the lease to work with.
  const isLate = () => performance.now() - startedAt > LEASE_SECONDS * 500;
  if (claimed === ids.length) return { token, ids: isLate() ? [] : ids };
  const known = await database.select<{ id: Buffer; isOurs: number }>(
    `/* system: claim */ SELECT id, COALESCE(lease_token = :token, 0) AS isOurs FROM work_lanes WHERE id IN (:ids)`,
    { ids, token },
  );
  const owned = known.filter(({ isOurs }) => isOurs).map(({ id }) => id);
  const names = new Set(known.map(({ id }) => id.toString('hex')));
  const missing = lanes.filter(({ id }) => !names.has(id.toString('hex')));
  for (const lane of missing) {
    await add(database, lane);
    const isClaimed = await claimRows(database, LANES, { token, ids: [lane.id], countsAttempt: false });
    if (isClaimed > 0) owned.push(lane.id);
  }
  return { token, ids: isLate() ? [] : owned };
}

async function add(database: Database, { id, tenantId }: Lane): Promise<void> {
  await database.run(
    `INSERT INTO work_lanes (id, tenant_id, visible_at) VALUES (:id, :tenantId, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE id = work_lanes.id`,
    { id, tenantId },
  );
}

/** Renews a claimed lane until it is released. */
export function holdLane(database: Database, { id, tenantId }: Lane, token: Buffer): LaneLease {
  let renewedAt = performance.now();
  let isTaken = false;
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS);

  async function renew(): Promise<void> {
    const startedAt = performance.now();
    const renewed = await database.run(
      `UPDATE work_lanes SET visible_at = UTC_TIMESTAMP(3) + INTERVAL ${LEASE_SECONDS} SECOND
       WHERE tenant_id = :tenantId AND id = :id AND lease_token = :token`,
      { tenantId, id, token },
    );
    if (renewed === 0) isTaken = true;
    else renewedAt = startedAt;
  }

  return {
    isLost: () => isTaken || performance.now() - renewedAt > LEASE_SECONDS * 1_000,
    release: async ({ failed, progressed } = { failed: false, progressed: true }) => {
      clearInterval(timer);
      const pause = failed ? `LEAST(POW(2, LEAST(attempts, 6)), ${progressed ? 2 : PAUSE_MAX_SECONDS})` : '0';
      await database.run(
        `UPDATE work_lanes SET lease_token = NULL, attempts = ${failed ? 'attempts + 1' : '0'},
           visible_at = UTC_TIMESTAMP(3) + INTERVAL ${pause} SECOND
         WHERE tenant_id = :tenantId AND id = :id AND lease_token = :token`,
        { tenantId, id, token },
      );
    },
  };
}
