import type { Database } from '../../db/database.ts';
import type { ApiKeyRow } from '../../db/models/api-key.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import { findRow, findRows, Op, updateRows } from '../../kernel/tenancy/rows.ts';

export type ApiKeyView = Pick<ApiKeyRow, 'id' | 'name' | 'hint' | 'permissions' | 'createdAt'> & {
  createdByName: string | null;
  lastUsedAt: Date | null;
};

/** Returns the live keys, newest first. */
export async function liveKeys(ctx: QueryContext): Promise<ApiKeyView[]> {
  const rows = await findRows(ctx, 'apiKey', {
    columns: ['id', 'name', 'hint', 'permissions', 'createdAt'],
    include: { creator: ['name'], usage: ['lastUsedAt'] },
    where: { revokedAt: null },
    order: [['id', 'DESC']],
  });
  return rows.map(({ creator, usage, ...row }) => ({
    ...row,
    createdByName: creator.name,
    lastUsedAt: usage.lastUsedAt,
  }));
}

/** Returns the last 4 characters of a key; empty for an unknown one. */
export async function keyHint(ctx: QueryContext, id: string): Promise<string> {
  const row = await findRow(ctx, 'apiKey', { columns: ['hint'], where: { id: decodeId(id) } });
  return row?.hint ?? '';
}

/** Returns the slots that live keys hold. */
export async function takenSlots(ctx: QueryContext): Promise<number[]> {
  const rows = await findRows(ctx, 'apiKey', { columns: ['slot'], where: { slot: { [Op.not]: null } } });
  return rows.flatMap(({ slot }) => slot ?? []);
}

/** Ends a live key and frees its slot; returns null when there is no such live key. */
export async function endKey(ctx: QueryContext, id: Buffer, now: Date): Promise<{ name: string } | null> {
  const changed = await updateRows(ctx, 'apiKey', { id, revokedAt: null }, { slot: null, revokedAt: now });
  return changed > 0 ? findRow(ctx, 'apiKey', { columns: ['name'], where: { id } }) : null;
}

/**
 * Returns the live key with one of these fingerprints. Nobody is known yet: the tenant comes out of the key itself.
 * SQL, because every request of the API asks this.
 */
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

/** Writes when keys were last used: one statement for many, and the later time wins. */
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
