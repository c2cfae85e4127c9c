import { timingSafeEqual } from 'node:crypto';
import type { ApiKey } from '../../../shared/contract/api-keys.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { grantedByKey } from '../../../shared/domain/permissions.ts';
import type { KeyActor } from '../../kernel/auth/actor.ts';
import type { Caller, RefusedKey } from '../../kernel/auth/authenticate.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { encodeId, tryDecodeTenantId } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { isAllowedAddress } from './allowed-addresses.ts';
import { parseApiKey } from './api-key-token.ts';
import { type FoundKey, findLiveKey } from './api-keys.repository.ts';
import type { KeyUsage } from './key-usage.ts';

/**
 * Returns the live key of a token; null for one that is unknown, mistyped or revoked. Queries the database every
 * time, so that a revocation takes effect immediately on every server.
 */
export async function findKey(
  { db, keyring, clock }: Pick<Resources, 'db' | 'keyring' | 'clock'>,
  token: string,
): Promise<FoundKey | null> {
  const named = parseApiKey(token);
  const tenantId = named && tryDecodeTenantId(named.tenantId);
  if (!tenantId) return null;
  const hashes = keyring.fingerprints(token);
  const row = await findLiveKey(db, tenantId, hashes, clock.now());
  return row && hashes.some((hash) => timingSafeEqual(row.foundHash, hash)) ? row : null;
}

/**
 * Returns the actor of a request with a key, or why the key cannot be used. Only a caller with the whole key learns that
 * it has expired, or that its address is not allowed.
 */
export function admitKey(
  row: FoundKey,
  { usage, now, caller }: { usage: KeyUsage; now: Date; caller: Caller },
): KeyActor | RefusedKey {
  const { ip, userAgent } = caller;
  const key: KeyActor = {
    kind: 'key',
    id: encodeId('apiKey', row.id),
    name: row.name,
    permissions: grantedByKey(row.permissions.split(',') as ApiKey['permissions']),
    scope: mintTenantScope(row.tenantId),
  };
  const error = problemOf(row, now, ip);
  if (error) return { kind: 'refused', key, error };
  usage.note(row, { ip: ip.slice(0, 45) || null, userAgent: userAgent || null });
  return key;
}

function problemOf(row: FoundKey, now: Date, ip: string): AppError | null {
  if (row.expiresAt && row.expiresAt <= now) {
    return new AppError('key_expired', {
      message: `This API key expired on ${row.expiresAt.toISOString()}. Roll it in the dashboard, under API Keys, or create another one.`,
    });
  }
  if (isAllowedAddress(row.allowedAddresses, ip)) return null;
  return new AppError('address_not_allowed', {
    message: `This API key cannot be used from ${ip || 'an unknown address'}. Its allowed IP addresses are in the dashboard, under API Keys.`,
  });
}
