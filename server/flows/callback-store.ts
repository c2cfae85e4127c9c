import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { isMissingValue } from '../db/database-errors.ts';
import { newKey } from '../kernel/ids.ts';
import type { ConnectedWorkspace } from './callback-workspaces.ts';

/** `outdated`: nothing was stored, because the workspace has another App Secret by now. */
export type StoreOutcome = 'stored' | 'repeated' | 'outdated';

interface Waiting {
  row: { id: Buffer; tenantId: Buffer; sealed: Buffer; digest: Buffer; body: Buffer };
  done(outcome: StoreOutcome): void;
  failed(error: unknown): void;
}

/** Rows of one INSERT: as many as the driver still prepares, and no more bytes than any database takes. */
const ROWS_MAX = 8;
const BYTES_MAX = 1_000_000;
/** INSERTs under way at a time; callbacks that come meanwhile go together in the next. */
const UNDER_WAY = 2;

/**
 * Stores raw callbacks, unique by tenant and digest, repeats counted. Those that come at the same time share
 * one INSERT and so one commit; each is durable when its promise resolves, and fails when it is not. The INSERT
 * looks itself whether the App Secret that a signature was checked with is still the workspace's: then no other
 * look is needed before it.
 */
export function createCallbackStore(database: Database) {
  const waiting: Waiting[] = [];
  let underWay = 0;

  async function insert(batch: readonly Waiting[]): Promise<number> {
    const rows = batch.map(
      (_, at) => `(:id${at},
        (SELECT tenant_id FROM cloud_api_settings WHERE tenant_id = :tenant${at} AND app_secret = :sealed${at}),
        :digest${at}, :body${at}, ${NOW}, ${NOW})`,
    );
    const bindings = batch.flatMap(({ row }, at) => [
      [`id${at}`, row.id],
      [`tenant${at}`, row.tenantId],
      [`sealed${at}`, row.sealed],
      [`digest${at}`, row.digest],
      [`body${at}`, row.body],
    ]);
    return database.run(
      `INSERT INTO inbound_callbacks (id, tenant_id, digest, body, received_at, visible_at)
       VALUES ${rows.join(', ')} ON DUPLICATE KEY UPDATE repeats = repeats + 1`,
      Object.fromEntries(bindings),
    );
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      // An INSERT that meets a repeat changes two rows by the database's count.
      const repeated = (await insert(batch)) - batch.length;
      for (const [at, one] of batch.entries()) one.done(at < repeated ? 'repeated' : 'stored');
    } catch (error) {
      const [only, ...others] = batch;
      if (others.length === 0) return isMissingValue(error) ? only?.done('outdated') : only?.failed(error);
      // One by one: a fault of one, or a deadlock over two of them, is no fault of the others.
      for (const one of batch) await write([one]);
    }
  }

  async function run(): Promise<void> {
    underWay += 1;
    while (waiting.length > 0) await write(takeBatch(waiting));
    underWay -= 1;
  }

  return {
    store: ({ scope, sealed }: ConnectedWorkspace, body: Buffer): Promise<StoreOutcome> =>
      new Promise((done, failed) => {
        const digest = createHash('sha256').update(body).digest();
        waiting.push({ row: { id: newKey(), tenantId: scope.key, sealed, digest, body }, done, failed });
        if (underWay < UNDER_WAY) void run();
      }),
    /** Whether more come than can be written at once. */
    isCrowded: () => waiting.length > 0,
  };
}

const NOW = 'UTC_TIMESTAMP(3)';

/** The oldest of those that wait, in the order of their keys, so that two batches meet no deadlock. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  let bytes = 0;
  let count = 0;
  for (const { row } of waiting) {
    bytes += row.body.length;
    if (count > 0 && (count >= ROWS_MAX || bytes > BYTES_MAX)) break;
    count += 1;
  }
  return waiting.splice(0, count).sort((a, b) => Buffer.compare(a.row.digest, b.row.digest));
}
