import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { newKey } from '../../kernel/ids.ts';
import type { Lane } from '../../kernel/queue/lanes.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** A callback to store. `sealed` is the stored App Secret that its signature was verified with. */
export interface NewCallback {
  id: Buffer;
  tenantId: Buffer;
  sealed: Buffer;
  digest: Buffer;
  body: Buffer;
}

/**
 * Stores callbacks, unique by tenant and digest, and counts repeats. The statement itself verifies that the
 * App Secret is still current; the database rejects a row whose secret is not (decision 0221).
 * @returns the number of affected rows: one for each new callback, two for each repeat.
 */
export function insertCallbacks(database: Database, rows: readonly NewCallback[]): Promise<number> {
  const values = rows.map(
    (_, at) => `(:id${at},
      (SELECT tenant_id FROM cloud_api_settings WHERE tenant_id = :tenantId${at} AND app_secret = :sealed${at}),
      :digest${at}, :body${at}, UTC_TIMESTAMP(3))`,
  );
  const bindings = rows.flatMap((row, at) =>
    Object.entries(row).map(([name, value]) => [`${name}${at}`, value]),
  );
  return database.run(
    `INSERT INTO inbound_callbacks (id, tenant_id, digest, body, received_at)
     VALUES ${values.join(', ')} ON DUPLICATE KEY UPDATE repeats = repeats + 1`,
    Object.fromEntries(bindings),
  );
}

/** A workspace that a callback is for, with its sealed App Secret; null while no account is connected. */
export interface AddressedWorkspace {
  id: Buffer;
  verifyToken: string;
  sealed: Buffer | null;
}

/** Returns the workspaces with these ids. */
export function addressedWorkspaces(
  database: Database,
  keys: readonly Buffer[],
): Promise<AddressedWorkspace[]> {
  return database.select<AddressedWorkspace>(
    `/* system: callback */ SELECT t.id, t.verify_token AS verifyToken, s.app_secret AS sealed
     FROM tenants t LEFT JOIN cloud_api_settings s ON s.tenant_id = t.id WHERE t.id IN (:keys)`,
    { keys },
  );
}

/** Stores a callback rebuilt from a parked item. Its items before `itemsFrom` are done. */
export async function insertRebuiltCallback(
  ctx: QueryContext,
  { digest, body, itemsFrom }: { digest: Buffer; body: Buffer; itemsFrom: number },
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO inbound_callbacks (id, tenant_id, digest, body, received_at, items_from, items_done)
     VALUES (:id, :tenantId, :digest, :body, UTC_TIMESTAMP(3), :itemsFrom, :itemsFrom)`,
    { id: newKey(), digest, body, itemsFrom },
  );
}

/** A stored callback as the worker reads it. */
export interface StoredCallback {
  id: Buffer;
  body: Buffer;
  /** Items before this one are done. */
  itemsDone: number;
  /** The first item to process: 0, unless this is the rest of a callback that was too large. */
  itemsFrom: number;
  /** Number of turns that ended with an error. */
  attempts: number;
  /** Whether it has waited for a day. */
  isOld: number;
}

/** More workspaces than one server processes at a time; the next scan finds the rest. */
const WORKSPACES_PER_SCAN_MAX = 32;

/**
 * Returns workspaces with waiting callbacks that no process works on: those with ids after `after` first, so
 * that all get their turn; `last` is where the next scan starts. Steps through the index from one workspace
 * to the next, because MariaDB executes GROUP BY by reading every waiting row (12 ms for 50,000, where a step
 * takes 0.2).
 */
export async function waitingLanes(
  database: Database,
  after: Buffer,
  limit: number,
): Promise<{ lanes: Lane[]; last: Buffer }> {
  const waiting = await walk(database, { after, upTo: null });
  if (waiting.length < WORKSPACES_PER_SCAN_MAX)
    waiting.push(...(await walk(database, { after: Buffer.alloc(16), upTo: after })));
  if (waiting.length === 0) return { lanes: [], last: after };
  const busy = await database.select<{ id: Buffer }>(
    `/* system: claim */ SELECT id FROM work_lanes WHERE id IN (:waiting) AND visible_at > UTC_TIMESTAMP(3)`,
    { waiting },
  );
  const free = waiting.filter((id) => !busy.some((lane) => lane.id.equals(id))).slice(0, limit);
  // If all scanned workspaces are busy, the next scan continues after them.
  const last = free.at(-1) ?? waiting.at(-1) ?? after;
  return { lanes: free.map((id) => ({ id, tenantId: id })), last };
}

async function walk(
  database: Database,
  { after, upTo }: { after: Buffer; upTo: Buffer | null },
): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (let last = after; found.length < WORKSPACES_PER_SCAN_MAX; ) {
    const [next] = await database.select<{ tenantId: Buffer }>(
      `/* system: claim */ SELECT tenant_id AS tenantId FROM inbound_callbacks FORCE INDEX (inbound_callbacks_order)
       WHERE state = 0 AND tenant_id > :last ${upTo ? 'AND tenant_id <= :upTo' : ''} ORDER BY tenant_id LIMIT 1`,
      { last, ...(upTo ? { upTo } : {}) },
    );
    if (!next) break;
    last = next.tenantId;
    found.push(last);
  }
  return found;
}

/** Maximum bytes of callbacks per turn, except for a single one. Parsing takes about twenty times that. */
const BYTES_MAX = 4 * 1024 * 1024;

/** Returns a workspace's oldest waiting callbacks in the order of storage, up to `limit` and up to 4 MB. */
export async function waitingCallbacks(ctx: QueryContext, limit: number): Promise<StoredCallback[]> {
  const sizes = await select<{ id: Buffer; bytes: number }>(
    ctx,
    `SELECT id, LENGTH(body) AS bytes FROM inbound_callbacks FORCE INDEX (inbound_callbacks_order)
     WHERE state = 0 AND tenant_id = :tenantId ORDER BY position LIMIT ${Math.trunc(limit)}`,
  );
  let bytes = 0;
  const ids = sizes.filter((row, index) => {
    bytes += Number(row.bytes);
    return index === 0 || bytes <= BYTES_MAX;
  });
  if (ids.length === 0) return [];
  return select<StoredCallback>(
    ctx,
    `SELECT id, body, attempts, items_done AS itemsDone, items_from AS itemsFrom,
       received_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY AS isOld
     FROM inbound_callbacks WHERE tenant_id = :tenantId AND state = 0 AND id IN (:ids) ORDER BY position`,
    { ids: ids.map(({ id }) => id) },
  );
}

/** Returns whether a workspace's oldest waiting callback was stored at least `seconds` ago. */
export async function hasCallbackOlderThan(ctx: QueryContext, seconds: number): Promise<boolean> {
  const [oldest] = await select<{ isOlder: number }>(
    ctx,
    `SELECT received_at <= UTC_TIMESTAMP(3) - INTERVAL ${Math.trunc(seconds)} SECOND AS isOlder
     FROM inbound_callbacks FORCE INDEX (inbound_callbacks_order)
     WHERE state = 0 AND tenant_id = :tenantId ORDER BY position LIMIT 1`,
  );
  return Boolean(oldest?.isOlder);
}

/**
 * Removes callbacks from the queue after all of their items are done. Their bodies go, so that no deleted
 * contact remains in them; the digest stays, to recognize repeats (decision 0244).
 */
export async function finishCallbacks(ctx: QueryContext, ids: readonly Buffer[]): Promise<void> {
  if (ids.length === 0) return;
  await run(
    ctx,
    "UPDATE inbound_callbacks SET state = 1, body = '' WHERE tenant_id = :tenantId AND id IN (:ids)",
    { ids: ids.toSorted(Buffer.compare) },
  );
}

/** Stores the progress of a callback. `failed` counts an attempt that ended with an error. */
export async function advanceCallback(
  ctx: QueryContext,
  id: Buffer,
  { itemsDone, failed }: { itemsDone: number; failed: boolean },
): Promise<void> {
  await run(
    ctx,
    `UPDATE inbound_callbacks SET items_done = :itemsDone, attempts = attempts + ${failed ? 1 : 0}
     WHERE tenant_id = :tenantId AND id = :id`,
    { id, itemsDone },
  );
}

/**
 * Deletes processed callbacks after 8 days. The platform repeats a callback for up to 7 days; until then its
 * stored digest identifies the repeat. A callback that still waits to be processed stays.
 */
export function callbackRetention(database: Database): HousekeepingStep {
  return {
    name: 'inbound_callbacks',
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM inbound_callbacks
           WHERE state = 1 AND received_at < UTC_TIMESTAMP(3) - INTERVAL 8 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
