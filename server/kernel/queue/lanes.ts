import type { Database } from '../../db/database.ts';
import { claimRows, defineQueue, newLeaseToken } from './queue.ts';

/** Short, so that the lanes of a killed server are soon free again; renewed while work is running. */
export const LANES = defineQueue({ table: 'work_lanes', leaseSeconds: 10 });
const { leaseSeconds: LEASE_SECONDS } = LANES;
const RENEW_MS = 3_000;
/** Short, because new work in the lane waits as long, even if the error is unrelated to it. */
const PAUSE_MAX_SECONDS = 5;

/** Work for one process at a time, such as the callbacks of a workspace or the deliveries to an endpoint. */
export interface Lane {
  /** The id of the workspace or endpoint. */
  id: Buffer;
  tenantId: Buffer;
}

/** A lane that this process holds. */
export interface LaneLease {
  /** Whether the lease is lost, to another process or because the database was unavailable for too long. */
  isLost(): boolean;
  /**
   * Ends the renewal and releases the lane: due at once, or after a growing delay when the work failed. Work
   * that failed in part is retried within two seconds, so that it does not hold up the rest.
   */
  release(outcome?: { failed: boolean; progressed: boolean }): Promise<void>;
}

/**
 * Claims those of the given lanes that are free, by compare-and-set as in every queue.
 * @returns the token of the claim, and the ids of the claimed lanes.
 */
export async function claimLanes(
  database: Database,
  lanes: readonly Lane[],
): Promise<{ token: Buffer; ids: Buffer[] }> {
  const token = newLeaseToken();
  const startedAt = performance.now();
  if (lanes.length === 0) return { token, ids: [] };
  const ids = lanes.map(({ id }) => id).sort(Buffer.compare);
  const claimed = await claimRows(database, LANES, { token, ids, countsAttempt: false });
  // After such a slow response, too little of the lease is left.
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
export function holdLane(given: Database, { id, tenantId }: Lane, token: Buffer): LaneLease {
  const database = given.withShare('claims');
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
