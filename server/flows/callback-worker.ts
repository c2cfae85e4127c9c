import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { type Claimed, claimDue } from '../kernel/jobs/claim.ts';
import { createWorker, type Worker } from '../kernel/jobs/worker.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

interface StoredCallback {
  id: Buffer;
  tenantId: Buffer;
  body: Buffer;
  attempts: number;
}

export interface CallbackWorkerDeps {
  database: Database;
  logger: Logger;
  receive(scope: TenantScope, body: Buffer): Promise<void>;
  /** Sets a callback aside that failed again and again. */
  park(scope: TenantScope, body: Buffer, reason: string): Promise<void>;
  /** Whether callbacks wait to be stored. */
  isCrowded(): boolean;
}

/** How often a callback that makes us fail is tried before it is set aside, whole and visible. */
const MAX_ATTEMPTS = 8;
/** Callbacks of one claim: of three megabytes each at the most. */
const BATCH = 16;
/** Claims in hand at a time, so that one slow callback does not hold up all others, and callbacks of each. */
const CLAIMS = 2;
const AT_A_TIME = 3;
/** From one claim to the next: those that come close together are worked on together. */
const GATHER_MS = 10;
/** The same while more come than can be written: the platform waits for an answer, what is stored for nobody. */
const CROWDED_MS = 50;

/**
 * The worker that works through stored callbacks. They are claimed, read and taken off the queue together; each
 * can be worked on twice, so that nothing is lost when the server dies in between.
 */
export function createCallbackWorker(deps: CallbackWorkerDeps): Worker {
  const { database, logger } = deps;
  const queue = { table: 'inbound_callbacks', leaseSeconds: 60, batch: BATCH } as const;
  let lastClaimAt = Number.NEGATIVE_INFINITY;

  return createWorker(database, logger, { ...queue, concurrency: CLAIMS, claim, handleAll });

  async function claim(): Promise<Claimed> {
    const since = performance.now() - lastClaimAt;
    if (since < GATHER_MS) await sleep(GATHER_MS - since);
    else if (since < CROWDED_MS && deps.isCrowded()) await sleep(CROWDED_MS - since);
    lastClaimAt = performance.now();
    return claimDue(database, deps.isCrowded() ? { ...queue, batch: 1 } : queue);
  }

  async function handleAll(_ids: Buffer[], token: Buffer): Promise<void> {
    const rows = await database.select<StoredCallback>(
      `/* system: callback */ SELECT id, tenant_id AS tenantId, body, attempts FROM inbound_callbacks
       WHERE lease_token = :token AND state = 0 ORDER BY id`,
      { token },
    );
    const done: Buffer[] = [];
    const rest = rows.values();
    const work = async () => {
      for (const row of rest) if (await isWorkedThrough(row, token)) done.push(row.id);
    };
    const lanes = await Promise.allSettled(Array.from({ length: AT_A_TIME }, work));
    if (done.length > 0) await takeOff(done, token);
    // One that could not even be put off is left to its lease.
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  }

  /** Whether nothing is left to do for it; if not, it is due again in a while. */
  async function isWorkedThrough({ id, tenantId, body, attempts }: StoredCallback, token: Buffer) {
    const scope = mintTenantScope(tenantId);
    try {
      await deps.receive(scope, body);
    } catch (error) {
      if (attempts < MAX_ATTEMPTS) {
        logger.error({ err: error }, 'a callback could not be worked through; it will be tried again');
        await postpone(id, token, Math.min(2 ** attempts, 300));
        return false;
      }
      await deps.park(scope, body, String(error));
    }
    return true;
  }

  function takeOff(ids: Buffer[], token: Buffer): Promise<number> {
    return database.run(
      `/* system: callback */ UPDATE inbound_callbacks SET state = 1, lease_token = NULL
       WHERE id IN (:ids) AND lease_token = :token`,
      { ids: ids.toSorted(Buffer.compare), token },
    );
  }

  function postpone(id: Buffer, token: Buffer, seconds: number): Promise<number> {
    return database.run(
      `/* system: callback */ UPDATE inbound_callbacks SET lease_token = NULL,
         visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.trunc(seconds)} SECOND
       WHERE id = :id AND lease_token = :token`,
      { id, token },
    );
  }
}
