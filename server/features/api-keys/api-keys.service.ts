import {
  API_KEY_LIMIT,
  type ApiKey,
  type ChangeApiKey,
  type CreateApiKey,
  KEY_UNUSED_DAYS,
  type RollApiKey,
} from '../../../shared/contract/api-keys.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import type { ApiKeyRow } from '../../db/models/api-key.model.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { insertRow, updateRow } from '../../kernel/tenancy/rows.ts';
import { storedAddresses } from './allowed-addresses.ts';
import { makeApiKey } from './api-key-token.ts';
import { type ApiKeyView, endKey, liveKeys, lockLiveKey, takenSlots } from './api-keys.repository.ts';
import type { KeyUsage } from './key-usage.ts';

const HOUR_MS = 3_600_000;
const UNUSED_MS = KEY_UNUSED_DAYS * 24 * HOUR_MS;

/** Returns the live keys, newest first, and how many a workspace may have. */
export async function listApiKeys(ctx: Context, usage: KeyUsage) {
  const now = ctx.clock.now();
  const data = (await liveKeys(ctx)).map((row) => present(row, now, usage));
  return { data, limit: API_KEY_LIMIT };
}

/** What a new key is: the limits may be left out. */
type NewKey = Pick<CreateApiKey, 'name' | 'permissions'> & Partial<CreateApiKey>;

/**
 * Creates a key. The limit of 10 is enforced by a unique (tenant, slot): a call that loses the race for a
 * slot tries the next free one, so parallel calls cannot exceed it.
 * @returns the whole key, which is shown only once.
 * @throws {AppError} key_limit_reached
 */
export async function createApiKey(ctx: Context, input: NewKey) {
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
 * Changes the name, the expiry or the addresses of a key; what is not given stays.
 * @throws {AppError} api_key_not_found
 */
export function changeApiKey(ctx: Context, id: string, input: ChangeApiKey, usage: KeyUsage) {
  return changeKey(ctx, id, 'changed', usage, (row) => ({
    name: input.name ?? row.name,
    allowedAddresses: input.allowedAddresses ? storedAddresses(input.allowedAddresses) : row.allowedAddresses,
    // Warnings are about an expiry: a new one has its own.
    ...(input.expiresAt === undefined ? {} : { expiresAt: input.expiresAt, warnedDays: null }),
  }));
}

/**
 * Replaces the secret of a key. The previous secret works for so many hours more, but not beyond its own expiry; one
 * that was replaced before ends now.
 * @returns the whole key, which is shown only once.
 * @throws {AppError} api_key_not_found
 */
export async function rollApiKey(ctx: Context, id: string, input: RollApiKey, usage: KeyUsage) {
  const { keyring, clock, scope } = ctx;
  const key = makeApiKey(scope.tenantId);
  const apiKey = await changeKey(ctx, id, 'rolled', usage, (row) => {
    const now = clock.now();
    const until = new Date(now.getTime() + input.overlapHours * HOUR_MS);
    const previousUntil = row.expiresAt && row.expiresAt < until ? row.expiresAt : until;
    const overlaps = previousUntil > now;
    return {
      keyHash: keyring.fingerprint(key),
      keyVersion: keyring.version,
      hint: key.slice(-4),
      rolledAt: now,
      expiresAt: input.expiresAt,
      warnedDays: null,
      previousHash: overlaps ? row.keyHash : null,
      previousHint: overlaps ? row.hint : null,
      previousUntil: overlaps ? previousUntil : null,
    };
  });
  return { apiKey, key };
}

/** Ends the previous secret of a key before its time. @throws {AppError} api_key_not_found */
export function endPreviousSecret(ctx: Context, id: string, usage: KeyUsage) {
  return changeKey(ctx, id, 'previous_ended', usage, () => ({
    previousHash: null,
    previousHint: null,
    previousUntil: null,
  }));
}

/**
 * Revokes a key. It stops working with the next request, on every server.
 * @throws {AppError} api_key_not_found
 */
export async function revokeApiKey(ctx: Context, id: string) {
  const key = apiKeyIdOf(id);
  await inTransaction(ctx, async (ctx) => {
    const revoked = await endKey(ctx, key, ctx.clock.now());
    if (!revoked) throw new AppError('api_key_not_found');
    const { name } = revoked;
    await ctx.audit({ action: 'api_key.revoked', target: { kind: 'api_key', id, label: name } });
    ctx.record('api_key.revoked', { id, name });
  });
  return { id, revoked: true as const };
}

async function insertKey(ctx: Context, input: NewKey, slot: number) {
  const { author, keyring, clock, scope } = ctx;
  const key = makeApiKey(scope.tenantId);
  const rowId = newKey();
  const apiKey = await inTransaction(ctx, async (ctx) => {
    await insertRow(ctx, 'apiKey', {
      id: rowId,
      name: input.name,
      hint: key.slice(-4),
      permissions: input.permissions.join(','),
      createdAt: clock.now(),
      slot,
      keyHash: keyring.fingerprint(key),
      keyVersion: keyring.version,
      createdBy: author.kind === 'user' && author.id ? decodeId(author.id) : null,
      revokedAt: null,
      expiresAt: input.expiresAt ?? null,
      allowedAddresses: storedAddresses(input.allowedAddresses ?? []),
      rolledAt: null,
      previousHash: null,
      previousHint: null,
      previousUntil: null,
      warnedDays: null,
    });
    const id = encodeId('apiKey', rowId);
    await ctx.audit({ action: 'api_key.created', target: { kind: 'api_key', id, label: input.name } });
    ctx.record('api_key.created', { id, name: input.name });
    // Read inside the transaction: an error after the commit would lose the only copy of a key that exists.
    return shownKey(ctx, rowId);
  });
  return { apiKey, key };
}

type KeyChanges = Partial<Omit<ApiKeyRow, 'id' | 'tenantId'>>;

/** Changes a live key in a transaction, with its entry in the audit log, and returns it as it is then. */
async function changeKey(
  ctx: Context,
  id: string,
  action: 'changed' | 'rolled' | 'previous_ended',
  usage: KeyUsage,
  changesOf: (row: ApiKeyRow) => KeyChanges,
): Promise<ApiKey> {
  const key = apiKeyIdOf(id);
  return inTransaction(ctx, async (ctx: ChangeContext) => {
    const row = await lockLiveKey(ctx, key);
    if (!row) throw new AppError('api_key_not_found');
    const changes = changesOf(row);
    await updateRow(ctx, 'apiKey', key, changes);
    const name = changes.name ?? row.name;
    await ctx.audit({ action: `api_key.${action}`, target: { kind: 'api_key', id, label: name } });
    ctx.record('api_key.changed', { id, name });
    return shownKey(ctx, key, usage);
  });
}

async function shownKey(
  ctx: QueryContext & Pick<Context, 'clock'>,
  id: Buffer,
  usage?: KeyUsage,
): Promise<ApiKey> {
  const row = (await liveKeys(ctx)).find((other) => other.id.equals(id));
  if (!row) throw new Error('a row that was just written is missing');
  return present(row, ctx.clock.now(), usage);
}

function apiKeyIdOf(id: string): Buffer {
  const key = tryDecodeId('apiKey', id);
  if (!key) throw new AppError('api_key_not_found');
  return key;
}

function present(row: ApiKeyView, now: Date, usage?: KeyUsage): ApiKey {
  const lastUse = usage?.pending(row.id) ?? row.lastUse;
  const { previousHint: hint, previousUntil: until } = row;
  const usedOrMade = lastUse?.at ?? row.createdAt;
  return {
    id: encodeId('apiKey', row.id),
    name: row.name,
    hint: row.hint,
    permissions: row.permissions.split(',') as ApiKey['permissions'],
    status: row.expiresAt && row.expiresAt <= now ? 'expired' : 'active',
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    allowedAddresses: row.allowedAddresses === '' ? [] : row.allowedAddresses.split(','),
    rolledAt: row.rolledAt?.toISOString() ?? null,
    previous: hint !== null && until && until > now ? { hint, until: until.toISOString() } : null,
    lastUsedAt: lastUse?.at.toISOString() ?? null,
    lastUsedFrom: lastUse?.ip ?? null,
    lastUserAgent: lastUse?.userAgent ?? null,
    isUnused: now.getTime() - usedOrMade.getTime() >= UNUSED_MS,
  };
}
