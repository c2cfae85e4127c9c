import { timingSafeEqual } from 'node:crypto';
import { API_KEY_LIMIT, type ApiKey, type CreateApiKey } from '../../../shared/contract/api-keys.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { grantedByKey } from '../../../shared/domain/permissions.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import type { KeyActor } from '../../kernel/auth/actor.ts';
import type { Context, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId, tryDecodeTenantId } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { insertRow } from '../../kernel/tenancy/rows.ts';
import { makeApiKey, parseApiKey } from './api-key-token.ts';
import { type ApiKeyView, endKey, findLiveKey, liveKeys, takenSlots } from './api-keys.repository.ts';
import type { KeyUsage } from './key-usage.ts';

/** Returns the live keys, newest first, and how many a workspace may have. */
export async function listApiKeys(ctx: Context, usage: KeyUsage) {
  const data = (await liveKeys(ctx)).map((row) =>
    present({ ...row, lastUsedAt: usage.pending(row.id) ?? row.lastUsedAt }),
  );
  return { data, limit: API_KEY_LIMIT };
}

/**
 * Creates a key. The limit of 10 is enforced by a unique (tenant, slot): a call that loses the race for a
 * slot tries the next free one, so parallel calls cannot exceed it.
 * @returns the whole key, which is shown only once.
 * @throws {AppError} key_limit_reached
 */
export async function createApiKey(ctx: Context, input: CreateApiKey) {
  for (let attempt = 0; attempt <= API_KEY_LIMIT; attempt += 1) {
    const taken = new Set(await takenSlots(ctx));
    const free = Array.from({ length: API_KEY_LIMIT }, (_, slot) => slot).filter((slot) => !taken.has(slot));
    const slot = free[Math.floor(Math.random() * free.length)];
    if (slot === undefined) break;
    try {
      return await insertKey(ctx, input, slot);
    } catch (error) {
      if (!isDuplicate(error, 'api_keys_slot')) throw error;
    }
  }
  throw new AppError('key_limit_reached');
}

/**
 * Revokes a key. It stops working with the next request, on every server.
 * @throws {AppError} api_key_not_found
 */
export async function revokeApiKey(ctx: Context, id: string) {
  const key = tryDecodeId('apiKey', id);
  if (!key) throw new AppError('api_key_not_found');
  await inTransaction(ctx, async (ctx) => {
    const revoked = await endKey(ctx, key, ctx.clock.now());
    if (!revoked) throw new AppError('api_key_not_found');
    const { name } = revoked;
    await ctx.audit({ action: 'api_key.revoked', target: { kind: 'api_key', id, label: name } });
    ctx.record('api_key.revoked', { id, name });
  });
  return { id, revoked: true as const };
}

/**
 * Returns the actor of a key; null for a key that is unknown, mistyped or revoked. Queries the database every
 * time, so that a revocation takes effect immediately on every server.
 */
export async function authenticateApiKey(
  { db, keyring }: Pick<Resources, 'db' | 'keyring'>,
  usage: KeyUsage,
  token: string,
): Promise<KeyActor | null> {
  const named = parseApiKey(token);
  const tenantId = named && tryDecodeTenantId(named.tenantId);
  if (!tenantId) return null;
  const hashes = keyring.fingerprints(token);
  const row = await findLiveKey(db, tenantId, hashes);
  if (!row || !hashes.some((hash) => timingSafeEqual(row.keyHash, hash))) return null;
  usage.note(row.id, row.tenantId);
  return {
    kind: 'key',
    id: encodeId('apiKey', row.id),
    name: row.name,
    permissions: grantedByKey(row.permissions.split(',') as ApiKey['permissions']),
    scope: mintTenantScope(row.tenantId),
  };
}

async function insertKey(ctx: Context, input: CreateApiKey, slot: number) {
  const { author, keyring, clock, scope } = ctx;
  const key = makeApiKey(scope.tenantId);
  const row = {
    id: newKey(),
    name: input.name,
    hint: key.slice(-4),
    permissions: input.permissions.join(','),
    createdAt: clock.now(),
  };
  const stored = await inTransaction(ctx, async (ctx) => {
    await insertRow(ctx, 'apiKey', {
      ...row,
      slot,
      keyHash: keyring.fingerprint(key),
      keyVersion: keyring.version,
      createdBy: author.kind === 'user' && author.id ? decodeId(author.id) : null,
      revokedAt: null,
    });
    const id = encodeId('apiKey', row.id);
    await ctx.audit({ action: 'api_key.created', target: { kind: 'api_key', id, label: row.name } });
    ctx.record('api_key.created', { id, name: row.name });
    // Read inside the transaction: an error after the commit would lose the only copy of a key that exists.
    return (await liveKeys(ctx)).find((other) => other.id.equals(row.id));
  });
  return { apiKey: present(stored ?? { ...row, createdByName: null, lastUsedAt: null }), key };
}

function present(row: ApiKeyView): ApiKey {
  return {
    id: encodeId('apiKey', row.id),
    name: row.name,
    hint: row.hint,
    permissions: row.permissions.split(',') as ApiKey['permissions'],
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
