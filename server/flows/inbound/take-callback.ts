import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import { CommitUnknownError, isConnectionLost, isMissingValue, isTimeout } from '../../db/database-errors.ts';
import { type BatchEntry, createBatch } from '../../kernel/batch/batch.ts';
import { newKey } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { isSignedBy } from '../../platform/signature.ts';
import type { CallbackWorkspaces, ConnectedWorkspace } from './callback-workspaces.ts';
import { insertCallbacks, type NewCallback } from './inbound-callbacks.sql.ts';

/**
 * `repeated`: the same bytes were stored before. `refused`: the signature is not the workspace's. Of callbacks
 * that shared an INSERT, only the number of repeats is known, so only counts of `repeated` are exact.
 */
export type CallbackOutcome = 'stored' | 'repeated' | 'refused';

/** `outdated`: nothing was stored, because the workspace's App Secret has changed. */
type StoreOutcome = 'stored' | 'repeated' | 'outdated';

/** Maximum number of attempts. People change secrets by hand, so it cannot change more often in a moment. */
const TRIES = 3;

/**
 * Creates the handler that verifies the signature of callbacks over the bytes as received, and stores them
 * durably. The signature is verified with the last known App Secret, without a query; the INSERT detects when
 * that is outdated, so a changed secret takes effect immediately on every server.
 * @param onStored Called after a callback has been stored and can be processed.
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
    signature: string,
  ): Promise<CallbackOutcome | 'outdated'> {
    if (!workspace || !isSignedBy(workspace.appSecret, body, signature)) return 'refused';
    const outcome = await queue.store(workspace, body);
    if (outcome !== 'outdated') onStored(workspace.scope);
    return outcome;
  }

  return {
    /** Whether more callbacks arrive than can be written immediately. */
    isCrowded: queue.isCrowded,
    /** @throws {AppError} `unavailable` when the secret changes repeatedly in the meantime. */
    take: async (tenantId: string, body: Buffer, signature: string): Promise<CallbackOutcome> => {
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

/** Limits of one INSERT: as many rows as the driver still prepares, and bytes that any database accepts. */
const ROWS_MAX = 8;
const BYTES_MAX = 1_000_000;
/** Maximum number of INSERTs in progress; callbacks that arrive in the meantime share the next one. */
const INSERTS_MAX = 2;

/**
 * Stores raw callbacks. Concurrent ones share one INSERT and one commit. The promise of each resolves when it
 * is durable, and rejects when it is not.
 */
function createStoreQueue(database: Database) {
  const batch = createBatch<NewCallback, StoreOutcome>({
    write,
    recover,
    size: ROWS_MAX,
    take: roomFor,
    writers: INSERTS_MAX,
  });

  async function write(callbacks: readonly NewCallback[]): Promise<StoreOutcome[]> {
    // Sorted by key, so that two batches cannot deadlock.
    const rows = callbacks.toSorted((a, b) => Buffer.compare(a.digest, b.digest));
    // An INSERT of a repeated callback counts as two affected rows. Which rows were repeats is unknown.
    const repeated = (await insertCallbacks(database, rows)) - rows.length;
    return rows.map((_, at) => (at < repeated ? 'repeated' : 'stored'));
  }

  /** Retries one by one: an error of one, or a deadlock between two, must not fail the others. */
  async function recover(error: unknown, entries: readonly StoreEntry[]): Promise<void> {
    if (entries.length === 1 || isLost(error)) return refuse(error, entries);
    for (const entry of entries) {
      await write([entry.item]).then(
        ([outcome]) => entry.done(outcome ?? 'stored'),
        (error: unknown) => refuse(error, [entry]),
      );
    }
  }

  /**
   * Fails callbacks that the database did not store. After a timeout, all waiting callbacks fail as well: they
   * have waited for the same database, and their senders expect a response within 5 seconds.
   */
  function refuse(error: unknown, entries: readonly StoreEntry[]): void {
    if (isLost(error) && isTimeout(error)) batch.failWaiting(error);
    for (const { done, failed } of entries) {
      if (!isLost(error) && isMissingValue(error)) done('outdated');
      else failed(error);
    }
  }

  return {
    store: ({ scope, sealed }: ConnectedWorkspace, body: Buffer): Promise<StoreOutcome> => {
      const digest = createHash('sha256').update(body).digest();
      return batch.add({ id: newKey(), tenantId: scope.key, sealed, digest, body });
    },
    isCrowded: () => batch.waiting() > 0,
  };
}

type StoreEntry = BatchEntry<NewCallback, StoreOutcome>;

function isLost(error: unknown): boolean {
  return isConnectionLost(error) || error instanceof CommitUnknownError;
}

function roomFor(waiting: Iterable<NewCallback>): number {
  let bytes = 0;
  let count = 0;
  for (const { body } of waiting) {
    bytes += body.length;
    if (count > 0 && (count >= ROWS_MAX || bytes > BYTES_MAX)) break;
    count += 1;
  }
  return count;
}
