import { isTimeout } from '../../db/database-errors.ts';
import { openAppSecret } from '../../features/channel/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { tryDecodeTenantId } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { addressedWorkspaces } from './inbound-callbacks.sql.ts';

/** A workspace with the App Secret that its callbacks are signed with, opened and as it is stored. */
export interface ConnectedWorkspace {
  scope: TenantScope;
  appSecret: string;
  sealed: Buffer;
}

export interface CallbackWorkspace {
  scope: TenantScope;
  verifyToken: string;
  /** Null while no account is connected: then no signature can be right. */
  connected: ConnectedWorkspace | null;
}

/** Callbacks that are read for together. */
interface Group {
  keys: Map<string, Buffer>;
  reading: Promise<Map<string, Look>>;
}

type Look = () => CallbackWorkspace;

export type CallbackWorkspaces = ReturnType<typeof createCallbackWorkspaces>;

/** With more workspaces than this on one server, those that were read longest ago are read and opened again. */
const SEEN_MAX = 1_000;

/**
 * The workspaces that callbacks are for. `find` reads the database each time, once for all that ask together, and
 * opens a secret again only when its sealed form has changed. `lastSeen` is what it found the last time: another
 * server may have changed it since.
 */
export function createCallbackWorkspaces({ db, keyring }: Pick<Resources, 'db' | 'keyring'>) {
  const seen = new Map<string, ConnectedWorkspace>();
  /** The callbacks that wait for the next reading; null while none do. */
  let next: Group | null = null;
  /** The last reading; resolves to the reason when the database gave it no answer in time. */
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

  async function read(keys: readonly Buffer[]): Promise<Map<string, Look>> {
    const rows = await addressedWorkspaces(db, keys);
    return new Map(
      rows.map(({ id, verifyToken, sealed }) => {
        const scope = mintTenantScope(id);
        // A secret that cannot be opened is an error of this one workspace, not of those read with it.
        const look = () => ({ scope, verifyToken, connected: sealed && connectedOf(scope, sealed) });
        return [id.toString('hex'), look];
      }),
    );
  }

  return {
    lastSeen: (tenantId: string): ConnectedWorkspace | undefined => seen.get(tenantId),

    find(tenantId: string): Promise<CallbackWorkspace | null> {
      const key = tryDecodeTenantId(tenantId);
      if (!key) return Promise.resolve(null);
      // Never the reading that runs already: it may have looked before this callback was sent.
      next ??= startGroup();
      const { keys, reading } = next;
      keys.set(tenantId, key);
      return reading.then((all) => all.get(key.toString('hex'))?.() ?? null);
    },
  };

  function startGroup(): Group {
    const keys = new Map<string, Buffer>();
    const isBehind = isReading;
    const reading = running.then(async (before) => {
      next = null;
      // These callbacks have waited for the same silent database: their senders want an answer within 5 seconds.
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
