import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { newKey } from '../kernel/ids.ts';
import { createWorker, type Worker } from '../kernel/jobs/worker.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

/** How often a callback that makes us fail is tried before it is set aside, whole and visible. */
const MAX_ATTEMPTS = 8;

/** Stores a raw callback: one INSERT, unique by tenant and digest, repeats counted. Durable when it returns. */
export async function storeCallback(
  database: Database,
  scope: TenantScope,
  body: Buffer,
): Promise<'stored' | 'repeated'> {
  const changed = await database.run(
    `INSERT INTO inbound_callbacks (id, tenant_id, digest, body, received_at, visible_at)
     VALUES (:id, :tenantId, :digest, :body, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE repeats = repeats + 1`,
    { id: newKey(), tenantId: scope.key, digest: createHash('sha256').update(body).digest(), body },
  );
  return changed === 1 ? 'stored' : 'repeated';
}

/** The worker that works through stored callbacks. */
export function createCallbackWorker(
  database: Database,
  logger: Logger,
  deps: {
    receive(scope: TenantScope, body: Buffer): Promise<void>;
    /** Sets a callback aside that failed again and again. */
    park(scope: TenantScope, body: Buffer, reason: string): Promise<void>;
  },
): Worker {
  return createWorker(database, logger, {
    table: 'inbound_callbacks',
    leaseSeconds: 60,
    batch: 20,
    concurrency: 4,
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
