import type { CallbackWorkspace } from '../cloud-api/callback.router.ts';
import type { Database } from '../db/database.ts';
import { tryDecodeTenantId } from '../kernel/ids.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

interface Row {
  id: Buffer;
  verifyToken: string;
  sealed: Buffer | null;
}

/** Callbacks that are read for together. */
interface Group {
  keys: Map<string, Buffer>;
  reading: Promise<Map<string, Look>>;
}

type Look = () => CallbackWorkspace;

/** More workspaces than this on one server, and the least recent of the opened secrets are opened again. */
const SECRETS_KEPT = 1_000;

/**
 * Finds the workspace of a callback. It is read from the database for every callback, so that a changed
 * secret or verify token counts at once on every server; but callbacks that come together are read for
 * together, and a secret is only decrypted again when its sealed form has changed.
 */
export function createFindWorkspace(
  database: Database,
  openSecret: (scope: TenantScope, sealed: Buffer) => string,
): (tenantId: string) => Promise<CallbackWorkspace | null> {
  const opened = new Map<string, { sealed: Buffer; secret: string }>();
  /** The callbacks that wait for the next reading; null while none do. */
  let next: Group | null = null;
  let running: Promise<unknown> = Promise.resolve();

  function secretOf(scope: TenantScope, sealed: Buffer): string {
    const known = opened.get(scope.tenantId);
    opened.delete(scope.tenantId);
    const secret = known?.sealed.equals(sealed) ? known.secret : openSecret(scope, sealed);
    opened.set(scope.tenantId, { sealed, secret });
    if (opened.size > SECRETS_KEPT) opened.delete(opened.keys().next().value ?? '');
    return secret;
  }

  async function read(keys: readonly Buffer[]): Promise<Map<string, Look>> {
    const rows = await database.select<Row>(
      `/* system: callback */ SELECT t.id, t.verify_token AS verifyToken, s.app_secret AS sealed
       FROM tenants t LEFT JOIN cloud_api_settings s ON s.tenant_id = t.id WHERE t.id IN (:keys)`,
      { keys },
    );
    return new Map(
      rows.map(({ id, verifyToken, sealed }) => {
        const scope = mintTenantScope(id);
        // A secret that cannot be opened is a fault of this one workspace, not of those read with it.
        const look = () => ({ scope, verifyToken, appSecret: sealed && secretOf(scope, sealed) });
        return [id.toString('hex'), look];
      }),
    );
  }

  return (tenantId) => {
    const key = tryDecodeTenantId(tenantId);
    if (!key) return Promise.resolve(null);
    // Never the reading that runs already: it may have looked before this callback was sent.
    next ??= startGroup();
    const { keys, reading } = next;
    keys.set(tenantId, key);
    return reading.then((all) => all.get(key.toString('hex'))?.() ?? null);
  };

  function startGroup(): Group {
    const keys = new Map<string, Buffer>();
    const reading = running.then(() => {
      next = null;
      return read([...keys.values()]);
    });
    running = reading.catch(() => undefined);
    return { keys, reading };
  }
}
