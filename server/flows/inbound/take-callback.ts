import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import { CommitUnknownError, isConnectionLost, isMissingValue, isTimeout } from '../../db/database-errors.ts';
import { newKey } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { isSignedBy } from '../../platform/signature.ts';
import type { CallbackWorkspaces, ConnectedWorkspace } from './callback-workspaces.ts';
import { insertCallbacks, type NewCallback } from './inbound-callbacks.sql.ts';

/** `repeated`: the same bytes were stored before. `refused`: the signature is not the workspace's. */
export type CallbackOutcome = 'stored' | 'repeated' | 'refused';

/** `outdated`: nothing was stored, because the workspace has another App Secret by now. */
type StoreOutcome = 'stored' | 'repeated' | 'outdated';

/** A secret is changed by a person; more often than this in one moment it is not changed. */
const TRIES = 3;

/**
 * Creates what takes callbacks: it checks the signature over the bytes as received and stores them durably. The
 * signature is checked with the App Secret that was seen last, without asking the database; the INSERT itself finds
 * out when that is outdated, so a changed secret counts at once on every server.
 * @param onStored A callback has been stored, and can be worked on.
 */
export function createTakeCallback(
  database: Database,
  workspaces: CallbackWorkspaces,
  onStored: (scope: TenantScope) => void,
) {
  const queue = createStoreQueue(database);

  async function attempt(
    workspace: ConnectedWorkspace | null | undefined,
    body: Buffer,
    signature: string | undefined,
  ): Promise<CallbackOutcome | 'outdated'> {
    if (!workspace || !isSignedBy(workspace.appSecret, body, signature)) return 'refused';
    const outcome = await queue.store(workspace, body);
    if (outcome !== 'outdated') onStored(workspace.scope);
    return outcome;
  }

  return {
    /** Whether more come than can be written at once. */
    isCrowded: queue.isCrowded,
    /** @throws {AppError} `unavailable` when the secret changes again and again meanwhile. */
    take: async (tenantId: string, body: Buffer, signature: string | undefined): Promise<CallbackOutcome> => {
      const outcome = await attempt(workspaces.lastSeen(tenantId), body, signature);
      if (outcome === 'stored' || outcome === 'repeated') return outcome;
      for (let tries = 0; tries < TRIES; tries += 1) {
        const workspace = (await workspaces.find(tenantId))?.connected;
        const outcome = await attempt(workspace, body, signature);
        if (outcome !== 'outdated') return outcome;
      }
      throw new AppError('unavailable');
    },
  };
}

interface Waiting {
  row: NewCallback;
  done(outcome: StoreOutcome): void;
  failed(error: unknown): void;
}

/** Rows of one INSERT: as many as the driver still prepares, and no more bytes than any database takes. */
const ROWS_MAX = 8;
const BYTES_MAX = 1_000_000;
/** INSERTs under way at a time; callbacks that come meanwhile go together in the next. */
const UNDER_WAY = 2;

/**
 * Stores raw callbacks. Those that come at the same time share one INSERT and so one commit; each is durable when its
 * promise resolves, and fails when it is not.
 */
function createStoreQueue(database: Database) {
  const waiting: Waiting[] = [];
  let underWay = 0;

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      // An INSERT that meets a repeat changes two rows by the database's count.
      const repeated =
        (await insertCallbacks(
          database,
          batch.map(({ row }) => row),
        )) - batch.length;
      for (const [at, one] of batch.entries()) one.done(at < repeated ? 'repeated' : 'stored');
    } catch (error) {
      if (isConnectionLost(error) || error instanceof CommitUnknownError) return refuse(batch, error);
      const [only, ...others] = batch;
      if (others.length === 0) return isMissingValue(error) ? only?.done('outdated') : only?.failed(error);
      // One by one: an error of one, or a deadlock over two of them, is no error of the others.
      for (const one of batch) await write([one]);
    }
  }

  /**
   * Fails a batch that the database did not take. When it gave no answer in time, those behind the batch fail
   * as well: they have waited for the same database, and their senders wait for an answer within 5 seconds.
   */
  function refuse(batch: readonly Waiting[], error: unknown): void {
    const behind = isTimeout(error) ? waiting.splice(0) : [];
    for (const one of [...batch, ...behind]) one.failed(error);
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
    isCrowded: () => waiting.length > 0,
  };
}

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
