import { isTimeout } from '../../db/database-errors.ts';
import { openAppSecret } from '../../features/channel/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { tryDecodeTenantId } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { addressedWorkspaces } from './inbound-callbacks.sql.ts';

/** A workspace with the App Secret that its callbacks are signed with, decrypted and as stored. */
export interface ConnectedWorkspace {
  scope: TenantScope;
  appSecret: string;
  sealed: Buffer;
}

export interface CallbackWorkspace {
  scope: TenantScope;
  verifyToken: string;
  /** Null while no account is connected: no signature can be valid then. */
  connected: ConnectedWorkspace | null;
}

/** Callbacks whose workspaces are read with one query. */
interface Group {
  keys: Map<string, Buffer>;
  reading: Promise<Map<string, OpenWorkspace>>;
}

type OpenWorkspace = () => CallbackWorkspace;

export type CallbackWorkspaces = ReturnType<typeof createCallbackWorkspaces>;

/** Maximum number of cached workspaces. Beyond it, those read least recently are removed. */
const SEEN_MAX = 1_000;

/** Ids that belong to no workspace: how many are remembered, and for how long. */
const UNKNOWN_MAX = 10_000;
const UNKNOWN_MS = 10_000;

/**
 * Creates the lookup of callbacks' workspaces. `find` queries the database on each call, once for concurrent
 * calls, and decrypts a secret only when its sealed form has changed. `lastSeen` returns the last result,
 * which another server may have changed since. `canReceive` returns whether a callback can be valid, without a
 * query for workspaces that were seen. Ids without a workspace are remembered for a while: ids are random, so a
 * new workspace never gets one of them.
 */
export function createCallbackWorkspaces({ db, keyring }: Pick<Resources, 'db' | 'keyring'>) {
  const seen = new Map<string, ConnectedWorkspace>();
  /** Ids without a workspace, with the time until which that is not checked again. */
  const unknown = new Map<string, number>();
  /** The callbacks that wait for the next query; null while there are none. */
  let next: Group | null = null;
  /** The last query; resolves to the error when the database timed out. */
  let running: Promise<unknown> = Promise.resolve();
  let isReading = false;

  function connectedOf(scope: TenantScope, sealed: Buffer): ConnectedWorkspace {
    const before = seen.get(scope.tenantId);
    seen.delete(scope.tenantId);
    const isSame = before?.sealed.equals(sealed) ?? false;
    const connected =
      before && isSame ? before : { scope, sealed, appSecret: openAppSecret({ keyring, scope }, sealed) };
    seen.set(scope.tenantId, connected);
    if (seen.size > SEEN_MAX) seen.delete(seen.keys().next().value ?? '');
    return connected;
  }

  async function read(keys: readonly Buffer[]): Promise<Map<string, OpenWorkspace>> {
    const rows = await addressedWorkspaces(db, keys);
    return new Map(
      rows.map(({ id, verifyToken, sealed }) => {
        const scope = mintTenantScope(id);
        // A secret that cannot be decrypted is an error of this workspace alone, not of those read with it.
        const open = () => ({ scope, verifyToken, connected: sealed && connectedOf(scope, sealed) });
        return [id.toString('hex'), open];
      }),
    );
  }

  function noteUnknown(tenantId: string): void {
    unknown.delete(tenantId);
    unknown.set(tenantId, performance.now() + UNKNOWN_MS);
    if (unknown.size > UNKNOWN_MAX) unknown.delete(unknown.keys().next().value ?? '');
  }

  async function find(tenantId: string): Promise<CallbackWorkspace | null> {
    const key = tryDecodeTenantId(tenantId);
    if (!key || (unknown.get(tenantId) ?? 0) > performance.now()) return null;
    // Never join the running query: it may have read before this callback was sent.
    next ??= startGroup();
    const { keys, reading } = next;
    keys.set(tenantId, key);
    const found = (await reading).get(key.toString('hex'))?.() ?? null;
    if (!found) noteUnknown(tenantId);
    return found;
  }

  return {
    find,
    lastSeen: (tenantId: string): ConnectedWorkspace | undefined => seen.get(tenantId),
    canReceive: async (tenantId: string): Promise<boolean> =>
      seen.has(tenantId) || Boolean((await find(tenantId))?.connected),
  };

  function startGroup(): Group {
    const keys = new Map<string, Buffer>();
    const isBehind = isReading;
    const reading = running.then(async (before) => {
      next = null;
      // These callbacks have waited for the same unresponsive database, and their senders expect a response
      // within 5 seconds.
      if (isBehind && isTimeout(before)) throw before;
      isReading = true;
      try {
        return await read([...keys.values()]);
      } finally {
        isReading = false;
      }
    });
    running = reading.then(
      () => undefined,
      (error: unknown) => (isTimeout(error) ? error : undefined),
    );
    return { keys, reading };
  }
}
