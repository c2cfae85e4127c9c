import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { newKey } from '../kernel/ids.ts';
import { claimDue } from '../kernel/jobs/claim.ts';
import { createWorker, type Worker } from '../kernel/jobs/worker.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

/** How often a callback that makes us fail is tried before it is set aside, whole and visible. */
const MAX_ATTEMPTS = 8;

interface Waiting {
  row: { id: Buffer; tenantId: Buffer; digest: Buffer; body: Buffer };
  done(outcome: 'stored' | 'repeated'): void;
  failed(error: unknown): void;
}

/** Rows of one INSERT: as many as the driver still prepares, and no more bytes than any database takes. */
const ROWS_MAX = 10;
const BYTES_MAX = 1_000_000;
/** INSERTs under way at a time; callbacks that come meanwhile go together in the next. */
const UNDER_WAY = 2;

/**
 * Stores raw callbacks, unique by tenant and digest, repeats counted. Those that come at the same time share
 * one INSERT and so one commit; each is durable when its promise resolves, and fails when it is not.
 */
export function createCallbackStore(database: Database) {
  const waiting: Waiting[] = [];
  let underWay = 0;

  async function insert(batch: readonly Waiting[]): Promise<number> {
    const rows = batch.map((_, at) => `(:id${at}, :tenant${at}, :digest${at}, :body${at}, ${NOW}, ${NOW})`);
    const bindings = batch.flatMap(({ row }, at) => [
      [`id${at}`, row.id],
      [`tenant${at}`, row.tenantId],
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
      if (others.length === 0) return only?.failed(error);
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
    store: (scope: TenantScope, body: Buffer): Promise<'stored' | 'repeated'> =>
      new Promise((done, failed) => {
        const digest = createHash('sha256').update(body).digest();
        waiting.push({ row: { id: newKey(), tenantId: scope.key, digest, body }, done, failed });
        if (underWay < UNDER_WAY) void run();
      }),
    /** Whether more come than can be written at once. */
    isCrowded: () => waiting.length > 0,
  };
}

const NOW = 'UTC_TIMESTAMP(3)';
/** While more come than can be written, one of the stored is worked on in each such time. */
const CROWDED_MS = 50;

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

/** The worker that works through stored callbacks. */
export function createCallbackWorker(
  database: Database,
  logger: Logger,
  deps: {
    receive(scope: TenantScope, body: Buffer): Promise<void>;
    /** Sets a callback aside that failed again and again. */
    park(scope: TenantScope, body: Buffer, reason: string): Promise<void>;
    /** Whether callbacks wait to be stored. */
    isCrowded(): boolean;
  },
): Worker {
  const queue = { table: 'inbound_callbacks', leaseSeconds: 60, batch: 20 } as const;
  let lastClaimAt = Number.NEGATIVE_INFINITY;
  return createWorker(database, logger, {
    ...queue,
    concurrency: 4,
    // The platform waits for an answer, what is stored waits for nobody: in a crowd, one now and then.
    claim: async (room) => {
      const isCrowded = deps.isCrowded();
      const now = performance.now();
      if (isCrowded && now - lastClaimAt < CROWDED_MS) return { token: Buffer.alloc(0), ids: [] };
      lastClaimAt = now;
      return claimDue(database, { ...queue, batch: isCrowded ? 1 : Math.min(queue.batch, room) });
    },
    handle: async (id, token) => {
      const [row] = await database.select<{ tenantId: Buffer; body: Buffer; attempts: number }>(
        `/* system: callback */ SELECT tenant_id AS tenantId, body, attempts FROM inbound_callbacks
         WHERE id = :id AND lease_token = :token`,
        { id, token },
      );
      if (!row) return;
      const scope = mintTenantScope(row.tenantId);
      try {
        await deps.receive(scope, row.body);
      } catch (error) {
        if (row.attempts < MAX_ATTEMPTS) {
          logger.error({ err: error }, 'a callback could not be worked through; it will be tried again');
          return postpone(id, token, Math.min(2 ** row.attempts, 300));
        }
        await deps.park(scope, row.body, String(error));
      }
      await database.run(
        '/* system: callback */ UPDATE inbound_callbacks SET state = 1, lease_token = NULL WHERE id = :id AND lease_token = :token',
        { id, token },
      );
    },
  });

  async function postpone(id: Buffer, token: Buffer, seconds: number): Promise<void> {
    await database.run(
      `/* system: callback */ UPDATE inbound_callbacks SET lease_token = NULL,
         visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.trunc(seconds)} SECOND
       WHERE id = :id AND lease_token = :token`,
      { id, token },
    );
  }
}
