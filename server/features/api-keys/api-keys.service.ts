import { timingSafeEqual } from 'node:crypto';
import { API_KEY_LIMIT, type ApiKey, type CreateApiKey } from '../../../shared/contract/api-keys.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { grantedByKey } from '../../../shared/domain/permissions.ts';
import type { Database } from '../../db/database.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import type { KeyActor } from '../../kernel/auth/actor.ts';
import { type Author, OPERATOR } from '../../kernel/auth/author.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import { decodeId, encodeId, newKey, tryDecodeId, tryDecodeTenantId } from '../../kernel/ids.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { makeApiKey, parseApiKey } from './api-key-token.ts';
import { ApiKeysRepository, type ApiKeyView, findLiveKey } from './api-keys.repository.ts';
import type { KeyUsage } from './key-usage.ts';

export interface ApiKeysDeps {
  database: Database;
  keyring: Keyring;
  inUnitOfWork: UnitOfWork;
  usage: KeyUsage;
  recordAudit: RecordAudit;
}

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

export function createApiKeysService(deps: ApiKeysDeps) {
  const { database, keyring, inUnitOfWork, usage, recordAudit } = deps;

  function present(row: ApiKeyView): ApiKey {
    const lastUsedAt = usage.pending(row.id) ?? row.lastUsedAt;
    return {
      id: encodeId('apiKey', row.id),
      name: row.name,
      hint: row.hint,
      permissions: row.permissions.split(',') as ApiKey['permissions'],
      createdAt: row.createdAt.toISOString(),
      createdBy: row.createdByName,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    };
  }

  return {
    async list(scope: TenantScope) {
      const rows = await new ApiKeysRepository(database, scope).listLive();
      return { data: rows.map(present), limit: API_KEY_LIMIT };
    },

    /**
     * Makes a key. The limit of 10 is a unique (tenant, slot): whoever loses the race for a slot tries
     * the next free one, so no number of parallel calls gets past it. Without an author it was the operator.
     */
    async create(scope: TenantScope, input: CreateApiKey, author: Author | null) {
      for (let attempt = 0; attempt <= API_KEY_LIMIT; attempt += 1) {
        const taken = new Set(await new ApiKeysRepository(database, scope).takenSlots());
        const free = Array.from({ length: API_KEY_LIMIT }, (_, slot) => slot).filter(
          (slot) => !taken.has(slot),
        );
        const slot = free[Math.floor(Math.random() * free.length)];
        if (slot === undefined) break;
        try {
          return await insert(scope, input, author ?? OPERATOR, slot);
        } catch (error) {
          if (!isDuplicate(error, 'api_keys_slot')) throw error;
        }
      }
      throw new AppError('key_limit_reached');
    },

    async revoke(scope: TenantScope, id: string, author: Author | null) {
      const key = tryDecodeId('apiKey', id);
      if (!key) throw new AppError('api_key_not_found');
      await inUnitOfWork(scope, async (work) => {
        const revoked = await new ApiKeysRepository(database, scope, work.tx).revoke(key);
        if (!revoked) throw new AppError('api_key_not_found');
        const { name } = revoked;
        await recordAudit(work, scope, {
          action: 'api_key.revoked',
          target: { kind: 'api_key', id, label: name },
          by: author ?? OPERATOR,
        });
        work.record('api_key.revoked', { id, name });
      });
      return { id, revoked: true as const };
    },

    /** Who a key speaks for. Asked of the database every time, so that a revocation holds at once everywhere. */
    async authenticate(token: string): Promise<KeyActor | null> {
      const named = parseApiKey(token);
      const tenantId = named && tryDecodeTenantId(named.tenantId);
      if (!tenantId) return null;
      const hashes = keyring.fingerprints(token);
      const row = await findLiveKey(database, tenantId, hashes);
      if (!row || !hashes.some((hash) => timingSafeEqual(row.keyHash, hash))) return null;
      usage.note(row.id, row.tenantId);
      return {
        kind: 'key',
        id: encodeId('apiKey', row.id),
        name: row.name,
        permissions: grantedByKey(row.permissions.split(',') as ApiKey['permissions']),
        scope: mintTenantScope(row.tenantId),
      };
    },
  };

  async function insert(scope: TenantScope, input: CreateApiKey, author: Author, slot: number) {
    const key = makeApiKey(scope.tenantId);
    const row = {
      id: newKey(),
      name: input.name,
      hint: key.slice(-4),
      permissions: input.permissions.join(','),
      createdAt: new Date(),
    };
    const stored = await inUnitOfWork(scope, async (work) => {
      const repository = new ApiKeysRepository(database, scope, work.tx);
      await repository.insert({
        ...row,
        slot,
        keyHash: keyring.fingerprint(key),
        keyVersion: keyring.version,
        createdBy: author.kind === 'user' && author.id ? decodeId(author.id) : null,
        revokedAt: null,
      });
      const id = encodeId('apiKey', row.id);
      await recordAudit(work, scope, {
        action: 'api_key.created',
        target: { kind: 'api_key', id, label: row.name },
        by: author,
      });
      work.record('api_key.created', { id, name: row.name });
      // Read in here: an error after the commit would lose the only copy of a key that exists.
      return (await repository.listLive()).find((other) => other.id.equals(row.id));
    });
    return { apiKey: present(stored ?? { ...row, createdByName: null, lastUsedAt: null }), key };
  }
}
