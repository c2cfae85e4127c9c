import type { Database } from '../../db/database.ts';
import type { ApiKeyRow } from '../../db/models/api-key.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

export type ApiKeyView = Pick<ApiKeyRow, 'id' | 'name' | 'hint' | 'permissions' | 'createdAt'> & {
  createdByName: string | null;
  lastUsedAt: Date | null;
};

export class ApiKeysRepository extends TenantRepository<ApiKeyRow> {
  protected readonly table = this.database.models.apiKey;

  /** The live keys, newest first. */
  listLive(): Promise<ApiKeyView[]> {
    return this.select<ApiKeyView>(
      `SELECT k.id, k.name, k.hint, k.permissions, k.created_at AS createdAt, u.name AS createdByName,
         s.last_used_at AS lastUsedAt
       FROM api_keys k
       LEFT JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.created_by
       LEFT JOIN api_key_usage s ON s.key_id = k.id AND s.tenant_id = k.tenant_id
       WHERE k.tenant_id = :tenantId AND k.revoked_at IS NULL ORDER BY k.id DESC`,
    );
  }

  async takenSlots(): Promise<number[]> {
    const rows = await this.select<{ slot: number }>(
      'SELECT slot FROM api_keys WHERE tenant_id = :tenantId AND slot IS NOT NULL',
    );
    return rows.map((row) => row.slot);
  }

  /** Ends a live key and frees its slot; null when there is no such live key. */
  async revoke(id: Buffer): Promise<{ name: string } | null> {
    const row = await this.findWhere({ id });
    if (!row || row.revokedAt) return null;
    const changed = await this.run(
      'UPDATE api_keys SET slot = NULL, revoked_at = :now WHERE tenant_id = :tenantId AND id = :id AND revoked_at IS NULL',
      { id, now: new Date() },
    );
    return changed > 0 ? { name: row.name } : null;
  }
}

/** The live key with one of these fingerprints, looked up before anybody is known: the tenant comes out of the key itself. */
export async function findLiveKey(
  database: Database,
  tenantId: Buffer,
  keyHashes: readonly Buffer[],
): Promise<ApiKeyRow | null> {
  const [row] = await database.select<ApiKeyRow>(
    `SELECT id, tenant_id AS tenantId, name, key_hash AS keyHash, permissions FROM api_keys
     WHERE key_hash IN (:keyHashes) AND tenant_id = :tenantId AND revoked_at IS NULL`,
    { keyHashes, tenantId },
  );
  return row ?? null;
}

/** Writes when keys were last used: one statement for many. */
export async function storeKeyUsage(
  database: Database,
  used: readonly { keyId: Buffer; tenantId: Buffer; at: Date }[],
): Promise<void> {
  const bindings: Record<string, Buffer | Date> = {};
  const rows = used.map((use, index) => {
    bindings[`key${index}`] = use.keyId;
    bindings[`tenant${index}`] = use.tenantId;
    bindings[`at${index}`] = use.at;
    return `(:key${index}, :tenant${index}, :at${index})`;
  });
  await database.run(
    `INSERT INTO api_key_usage (key_id, tenant_id, last_used_at) VALUES ${rows.join(', ')}
     ON DUPLICATE KEY UPDATE last_used_at = GREATEST(last_used_at, VALUES(last_used_at))`,
    bindings,
  );
}
