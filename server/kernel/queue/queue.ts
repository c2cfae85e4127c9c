import { randomBytes } from 'node:crypto';
import type { Bindings, Database, Transaction } from '../../db/database.ts';

/**
 * A table whose rows are work. A worker claims a row with a lease, whose token fences its writes; when the
 * lease ends, the row is due again. The table has the columns id, tenant_id, state, visible_at and
 * lease_token, attempts where tries are counted, and an index `<table>_claim` (migration 0003).
 */
export interface Queue {
  readonly table: string;
  /** Seconds after which other workers may take over. */
  readonly leaseSeconds: number;
}

/** Defines a queue, next to its worker. `server/queues.ts` lists all queues. */
export function defineQueue(queue: Queue): Queue {
  return queue;
}

/** The first bytes of every lease token of this process, by which others find its leases after its end. */
export const LEASE_TAG = randomBytes(6);

/** Returns a new token for a claim: unique, and recognizable as one of this process. */
export function newLeaseToken(): Buffer {
  return Buffer.concat([LEASE_TAG, randomBytes(10)]);
}

/** A row that this process owns until its lease ends. */
export interface Claim {
  readonly id: Buffer;
  readonly token: Buffer;
}

/** Rows that were claimed together, with one token. */
export interface Claimed {
  token: Buffer;
  ids: Buffer[];
}

/**
 * Claims due rows, oldest first: reads candidates without a lock, then claims them by compare-and-set. Does
 * not need SKIP LOCKED, so it is correct on every MySQL-protocol cluster (CONVENTIONS 0.3, 0.6, 3.20).
 */
export async function claimDue(database: Database, queue: Queue, limit: number): Promise<Claimed> {
  const { table } = queue;
  const candidates = await database.select<{ id: Buffer }>(
    `/* system: claim */ SELECT id FROM ${table} FORCE INDEX (${table}_claim)
     WHERE state = 0 AND visible_at <= UTC_TIMESTAMP(3) ORDER BY visible_at, id LIMIT ${Math.trunc(limit)}`,
  );
  if (candidates.length === 0) return { token: Buffer.alloc(0), ids: [] };
  const token = newLeaseToken();
  const ids = candidates.map((row) => row.id);
  const claimed = await claimRows(database, queue, { token, ids });
  if (claimed === 0) return { token, ids: [] };
  const owned = await database.select<{ id: Buffer }>(
    `/* system: claim */ SELECT id FROM ${table} WHERE lease_token = :token ORDER BY id`,
    { token },
  );
  return { token, ids: owned.map((row) => row.id) };
}

/** The columns of the index `<table>_lane` before those of the queue: the workspace, and the kind of work where it has kinds. */
export interface Lane {
  readonly tenantId: Buffer;
  readonly kind?: string;
}

/** Claims up to `most` due rows of a lane under a token. Returns those that nobody else has claimed. */
export async function claimLane(
  database: Database,
  queue: Queue,
  { tenantId, kind }: Lane,
  { token, most }: { token: Buffer; most: number },
): Promise<Buffer[]> {
  const { table } = queue;
  const rows = await database.select<{ id: Buffer }>(
    `SELECT id FROM ${table} FORCE INDEX (${table}_lane)
     WHERE tenant_id = :tenantId ${kind === undefined ? '' : 'AND kind = :kind'} AND state = 0
       AND visible_at <= UTC_TIMESTAMP(3) ORDER BY visible_at, id LIMIT ${Math.trunc(most)}`,
    { tenantId, ...(kind !== undefined && { kind }) },
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const claimed = await claimRows(database, queue, { token, ids });
  if (claimed === ids.length) return ids;
  const owned = await database.select<{ id: Buffer }>(
    `SELECT id FROM ${table} WHERE tenant_id = :tenantId AND id IN (:ids) AND lease_token = :token`,
    { tenantId, ids, token },
  );
  return owned.map(({ id }) => id);
}

/**
 * Claims those of the rows that are still due, by one UPDATE that repeats the condition: two workers may
 * select the same candidates, but only one of them gets each row. Returns the number of claimed rows.
 * @param countsAttempt whether the claim counts as an attempt for each row.
 */
export function claimRows(
  database: Database,
  { table, leaseSeconds }: Queue,
  { token, ids, countsAttempt = true }: Claimed & { countsAttempt?: boolean },
): Promise<number> {
  return database.run(
    `/* system: claim */ UPDATE ${table} SET lease_token = :token, ${countsAttempt ? 'attempts = attempts + 1,' : ''}
       visible_at = UTC_TIMESTAMP(3) + INTERVAL ${leaseSeconds} SECOND
     WHERE id IN (:ids) AND state = 0 AND visible_at <= UTC_TIMESTAMP(3)`,
    // In the same order always, so that two workers never wait for each other.
    { token, ids: ids.toSorted(Buffer.compare) },
  );
}

/** Renews a lease during work that may take longer than the lease. */
export async function whileHolding<T>(
  database: Database,
  queue: Queue,
  claim: Claim,
  work: () => Promise<T>,
): Promise<T> {
  const { table, leaseSeconds } = queue;
  const renew = () =>
    database.run(
      `/* system: renew */ UPDATE ${table} SET visible_at = UTC_TIMESTAMP(3) + INTERVAL ${leaseSeconds} SECOND
       WHERE id = :id AND lease_token = :token`,
      fence(claim),
    );
  const timer = setInterval(() => void renew().catch(() => undefined), (leaseSeconds * 1_000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Releases a claimed row: it is due again after `seconds`. Changes nothing when the lease is lost.
 * @param changes further columns to set, in SQL.
 */
export async function postpone(
  database: Database,
  { table }: Queue,
  claim: Claim,
  { seconds, changes, bindings = {} }: { seconds: number; changes?: string; bindings?: Bindings },
): Promise<void> {
  await database.run(
    `/* system: postpone */ UPDATE ${table} SET lease_token = NULL,
       visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.ceil(seconds)} SECOND ${changes ? `, ${changes}` : ''}
     WHERE id = :id AND lease_token = :token`,
    { ...bindings, ...fence(claim) },
  );
}

/** Removes a claimed row whose work is done. Returns false when the lease is lost to another worker. */
export async function complete(
  database: Database,
  { table }: Queue,
  claim: Claim,
  tx?: Transaction,
): Promise<boolean> {
  const sql = `/* system: complete */ DELETE FROM ${table} WHERE id = :id AND lease_token = :token`;
  return (await database.run(sql, fence(claim), tx)) > 0;
}

/**
 * Makes every leased row due at once, so that the work of a killed server continues without waiting for its
 * leases to end. Only for the embedded database at the start, when no worker can be running.
 */
export async function reclaimLeases(database: Database, queues: readonly Queue[]): Promise<void> {
  for (const { table } of queues) {
    await database.run(
      `/* system: reclaim */ UPDATE ${table} SET lease_token = NULL, visible_at = UTC_TIMESTAMP(3)
       WHERE state = 0 AND lease_token IS NOT NULL`,
    );
  }
}

/** The most rows that one statement releases. */
const RECLAIM_BATCH = 500;

/**
 * Makes the work of a process that has ended due at once. Writes of that process, should it still run, are
 * fenced: its tokens are no longer in the rows.
 */
export async function reclaimLeasesOf(
  database: Database,
  queues: readonly Queue[],
  leaseTag: Buffer,
): Promise<void> {
  const from = Buffer.concat([leaseTag, Buffer.alloc(10)]);
  const to = Buffer.concat([leaseTag, Buffer.alloc(10, 0xff)]);
  for (const { table, leaseSeconds } of queues) {
    let count = RECLAIM_BATCH;
    while (count === RECLAIM_BATCH) {
      // A leased row ends its lease within the lease time, so the index on the due time bounds the search.
      const rows = await database.select<{ id: Buffer }>(
        `/* system: reclaim */ SELECT id FROM ${table} WHERE state = 0 AND visible_at > UTC_TIMESTAMP(3)
           AND visible_at <= UTC_TIMESTAMP(3) + INTERVAL ${leaseSeconds} SECOND
           AND lease_token BETWEEN :from AND :to LIMIT ${RECLAIM_BATCH}`,
        { from, to },
      );
      count = rows.length;
      if (count === 0) break;
      await database.run(
        `/* system: reclaim */ UPDATE ${table} SET lease_token = NULL, visible_at = UTC_TIMESTAMP(3)
         WHERE id IN (:ids) AND lease_token BETWEEN :from AND :to`,
        { ids: rows.map((row) => row.id).toSorted(Buffer.compare), from, to },
      );
    }
  }
}

function fence({ id, token }: Claim): Bindings {
  return { id, token };
}
