import type { Database } from '../../db/database.ts';
import type { ApiKeyRow } from '../../db/models/api-key.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findRow, run, select } from '../../kernel/tenancy/rows.ts';

export type ApiKeyView = Pick<ApiKeyRow, 'id' | 'name' | 'hint' | 'permissions' | 'createdAt'> & {
  createdByName: string | null;
  lastUsedAt: Date | null;
};

/** Returns the live keys, newest first. */
export function liveKeys(ctx: QueryContext): Promise<ApiKeyView[]> {
  return select<ApiKeyView>(
    ctx,
    `SELECT k.id, k.name, k.hint, k.permissions, k.created_at AS createdAt, u.name AS createdByName,
       s.last_used_at AS lastUsedAt
     FROM api_keys k
     LEFT JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.created_by
     LEFT JOIN api_key_usage s ON s.key_id = k.id AND s.tenant_id = k.tenant_id
     WHERE k.tenant_id = :tenantId AND k.revoked_at IS NULL ORDER BY k.id DESC`,
  );
}

/** Returns the slots that live keys hold. */
export async function takenSlots(ctx: QueryContext): Promise<number[]> {
  const rows = await select<{ slot: number }>(
    ctx,
    'SELECT slot FROM api_keys WHERE tenant_id = :tenantId AND slot IS NOT NULL',
  );
  return rows.map((row) => row.slot);
}

/** Ends a live key and frees its slot; returns null when there is no such live key. */
export async function endKey(ctx: QueryContext, id: Buffer, now: Date): Promise<{ name: string } | null> {
  const row = await findRow(ctx, 'apiKey', { id });
  if (!row || row.revokedAt) return null;
  const changed = await run(
    ctx,
    'UPDATE api_keys SET slot = NULL, revoked_at = :now WHERE tenant_id = :tenantId AND id = :id AND revoked_at IS NULL',
    { id, now },
  );
  return changed > 0 ? { name: row.name } : null;
}

/** Returns the live key with one of these fingerprints. Nobody is known yet: the tenant comes out of the key itself. */
export async function findLiveKey(
  db: Database,
  tenantId: Buffer,
  keyHashes: readonly Buffer[],
): Promise<ApiKeyRow | null> {
  const [row] = await db.select<ApiKeyRow>(
    `SELECT id, tenant_id AS tenantId, name, key_hash AS keyHash, permissions FROM api_keys
     WHERE key_hash IN (:keyHashes) AND tenant_id = :tenantId AND revoked_at IS NULL`,
    { keyHashes, tenantId },
  );
  return row ?? null;
}

/** Writes when keys were last used: one statement for many. */
export async function storeKeyUsage(
  db: Database,
  used: readonly { keyId: Buffer; tenantId: Buffer; at: Date }[],
): Promise<void> {
  const bindings: Record<string, Buffer | Date> = {};
  const rows = used.map((use, index) => {
    bindings[`key${index}`] = use.keyId;
    bindings[`tenant${index}`] = use.tenantId;
    bindings[`at${index}`] = use.at;
    return `(:key${index}, :tenant${index}, :at${index})`;
  });
  await db.run(
    `INSERT INTO api_key_usage (key_id, tenant_id, last_used_at) VALUES ${rows.join(', ')}
     ON DUPLICATE KEY UPDATE last_used_at = GREATEST(last_used_at, VALUES(last_used_at))`,
    bindings,
  );
}
