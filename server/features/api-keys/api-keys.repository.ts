import type { Database } from '../../db/database.ts';
import type { ApiKeyRow } from '../../db/models/api-key.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import { findRow, findRows, Op, updateRows } from '../../kernel/tenancy/rows.ts';

type Shown =
  | 'id'
  | 'name'
  | 'hint'
  | 'permissions'
  | 'createdAt'
  | 'expiresAt'
  | 'allowedAddresses'
  | 'rolledAt'
  | 'previousHint'
  | 'previousUntil';

export type ApiKeyView = Pick<ApiKeyRow, Shown> & { createdByName: string | null; lastUse: KeyUse | null };

/** When, and from where, a key was used. */
export interface KeyUse {
  at: Date;
  ip: string | null;
  userAgent: string | null;
}

/** Returns the live keys, newest first; expired ones are among them. */
export async function liveKeys(ctx: QueryContext): Promise<ApiKeyView[]> {
  const rows = await findRows(ctx, 'apiKey', {
    columns: [
      ...(['id', 'name', 'hint', 'permissions', 'createdAt', 'expiresAt', 'allowedAddresses'] as const),
      ...(['rolledAt', 'previousHint', 'previousUntil'] as const),
    ],
    include: { creator: ['name'], usage: ['lastUsedAt', 'lastIp', 'lastUserAgent'] },
    where: { revokedAt: null },
    order: [['id', 'DESC']],
  });
  return rows.map(({ creator, usage, ...row }) => ({
    ...row,
    createdByName: creator.name,
    lastUse: usage.lastUsedAt && { at: usage.lastUsedAt, ip: usage.lastIp, userAgent: usage.lastUserAgent },
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

/** Returns a live key, locked until the end of the transaction; null when there is no such live key. */
export function lockLiveKey(ctx: QueryContext, id: Buffer): Promise<ApiKeyRow | null> {
  return findRow(ctx, 'apiKey', { where: { id, revokedAt: null }, isLocked: true });
}

/** Ends a live key and frees its slot; returns null when there is no such live key. */
export async function endKey(ctx: QueryContext, id: Buffer, now: Date): Promise<{ name: string } | null> {
  const ended = { slot: null, revokedAt: now, previousHash: null, previousHint: null, previousUntil: null };
  const changed = await updateRows(ctx, 'apiKey', { id, revokedAt: null }, ended);
  return changed > 0 ? findRow(ctx, 'apiKey', { columns: ['name'], where: { id } }) : null;
}

/** A key as a request finds it, with the fingerprint that was found. */
export type FoundKey = Pick<
  ApiKeyRow,
  'id' | 'tenantId' | 'name' | 'permissions' | 'expiresAt' | 'allowedAddresses'
> & { foundHash: Buffer };

const FOUND = `SELECT id, tenant_id AS tenantId, name, permissions, expires_at AS expiresAt,
  allowed_addresses AS allowedAddresses`;

/**
 * Returns the live key with one of these fingerprints. Nobody is known yet: the tenant comes out of the key itself.
 * SQL, because every request of the API asks this. A replaced secret is looked up only when no current one is found, so
 * that most requests ask once.
 */
export async function findLiveKey(
  db: Database,
  tenantId: Buffer,
  keyHashes: readonly Buffer[],
  now: Date,
): Promise<FoundKey | null> {
  const [row] = await db.select<FoundKey>(
    `${FOUND}, key_hash AS foundHash FROM api_keys
     WHERE key_hash IN (:keyHashes) AND tenant_id = :tenantId AND revoked_at IS NULL`,
    { keyHashes, tenantId },
  );
  if (row) return row;
  const [previous] = await db.select<FoundKey>(
    `${FOUND}, previous_hash AS foundHash FROM api_keys
     WHERE previous_hash IN (:keyHashes) AND tenant_id = :tenantId AND revoked_at IS NULL
       AND previous_until > :now`,
    { keyHashes, tenantId, now },
  );
  return previous ?? null;
}

/** Writes when keys were last used: one statement for many, and the later time wins. */
export async function storeKeyUsage(
  db: Database,
  used: readonly (KeyUse & { keyId: Buffer; tenantId: Buffer })[],
): Promise<void> {
  const bindings: Record<string, Buffer | Date | string | null> = {};
  const rows = used.map((use, index) => {
    bindings[`key${index}`] = use.keyId;
    bindings[`tenant${index}`] = use.tenantId;
    bindings[`at${index}`] = use.at;
    bindings[`ip${index}`] = use.ip;
    bindings[`agent${index}`] = use.userAgent;
    return `SELECT :key${index} AS key_id, :tenant${index} AS tenant_id, CAST(:at${index} AS DATETIME(3)) AS at,
      :ip${index} AS ip, :agent${index} AS agent`;
  });
  // The columns are set from left to right, so the time comes last.
  await db.run(
    `INSERT INTO api_key_usage (key_id, tenant_id, last_used_at, last_ip, last_user_agent)
     SELECT n.key_id, n.tenant_id, n.at, n.ip, n.agent FROM (${rows.join(' UNION ALL ')}) n
     ON DUPLICATE KEY UPDATE
       last_ip = IF(n.at >= last_used_at, n.ip, last_ip),
       last_user_agent = IF(n.at >= last_used_at, n.agent, last_user_agent),
       last_used_at = GREATEST(last_used_at, n.at)`,
    bindings,
  );
}
