import { timingSafeEqual } from 'node:crypto';
import type { CreateInferenceKey, InferenceKey } from '../../../shared/contract/inference-keys.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { isInferenceKey, makeInferenceKey, prefixOf } from './inference-key-token.ts';
import {
  dayOf,
  findByFingerprint,
  InferenceKeysRepository,
  type InferenceKeyView,
} from './inference-keys.repository.ts';

export interface InferenceKeysDeps {
  database: Database;
  keyring: Keyring;
  inUnitOfWork: UnitOfWork;
}

/** Who a key of the model's endpoint speaks for. */
export interface InferenceKeyActor {
  id: string;
  key: Buffer;
  name: string;
  scope: TenantScope;
}

/** Why a key is not let in. Unknown and malformed keys are `unknown`, which is all that their owner learns. */
export type KeyRefusal = 'unknown' | 'revoked' | 'expired' | 'exhausted';

export type InferenceKeysService = ReturnType<typeof createInferenceKeysService>;

const DAY_MS = 86_400_000;

export function createInferenceKeysService({ database, keyring, inUnitOfWork }: InferenceKeysDeps) {
  return {
    async list(scope: TenantScope) {
      const repository = new InferenceKeysRepository(database, scope);
      const now = new Date();
      return {
        data: (await repository.list()).map((row) => present(row, now)),
        counters: await repository.counters(now),
      };
    },

    async create(scope: TenantScope, input: CreateInferenceKey, createdBy: Buffer | null) {
      const key = makeInferenceKey();
      const id = newKey();
      return inUnitOfWork(scope, async (work) => {
        const repository = new InferenceKeysRepository(database, scope, work.tx);
        await repository.insert({
          id,
          name: input.name,
          prefix: prefixOf(key),
          keyHash: keyring.fingerprint(key),
          keyVersion: keyring.version,
          expiresAt: input.expiresAt,
          quota: input.quota,
          calls: 0,
          createdBy,
          createdAt: new Date(),
          revokedAt: null,
        });
        work.record('inference_key.created', { id: encodeId('inferenceKey', id), name: input.name });
        // Read in here: an error after the commit would lose the only copy of a key that exists.
        const stored = await repository.find(id);
        if (!stored) throw new Error('a row that was just written is not there');
        return { inferenceKey: present(stored, new Date()), key };
      });
    },

    async rename(scope: TenantScope, id: string, name: string): Promise<InferenceKey> {
      const key = keyOf(id);
      return inUnitOfWork(scope, async (work) => {
        const repository = new InferenceKeysRepository(database, scope, work.tx);
        await repository.update(key, { name });
        const row = await repository.find(key);
        if (!row) throw new AppError('inference_key_not_found');
        work.record('inference_key.changed', { id, name });
        return present(row, new Date());
      });
    },

    async revoke(scope: TenantScope, id: string) {
      const key = keyOf(id);
      await inUnitOfWork(scope, async (work) => {
        const revoked = await new InferenceKeysRepository(database, scope, work.tx).revoke(key, new Date());
        if (!revoked) throw new AppError('inference_key_not_found');
        work.record('inference_key.revoked', { id, name: revoked.name });
      });
      return { id: encodeId('inferenceKey', key), revoked: true as const };
    },

    async usage(scope: TenantScope, days: number) {
      const since = dayOf(new Date(Date.now() - (days - 1) * DAY_MS));
      const rows = await new InferenceKeysRepository(database, scope).usageSince(since);
      return {
        data: rows.map((row) => ({
          keyId: encodeId('inferenceKey', row.keyId),
          day: row.day,
          calls: Number(row.calls),
          promptTokens: Number(row.promptTokens),
          completionTokens: Number(row.completionTokens),
        })),
      };
    },

    /** Who a key speaks for, asked of the database every time: a revocation holds for the next request. */
    async authenticate(token: string): Promise<InferenceKeyActor | KeyRefusal> {
      if (!isInferenceKey(token)) return 'unknown';
      const keyHash = keyring.fingerprint(token);
      const row = await findByFingerprint(database, keyHash);
      if (!row || !timingSafeEqual(row.keyHash, keyHash)) return 'unknown';
      const status = statusOf(row, new Date());
      if (status === 'revoked' || status === 'expired') return status;
      return {
        id: encodeId('inferenceKey', row.id),
        key: row.id,
        name: row.name,
        scope: mintTenantScope(row.tenantId),
      };
    },

    /**
     * Counts a call, exactly however many come at once: on the key and on its day, in one transaction.
     * @returns when it was counted, for what follows; or why it was not.
     */
    async takeCall(actor: InferenceKeyActor): Promise<Date | KeyRefusal> {
      const now = new Date();
      const taken = await database.transaction((tx) =>
        new InferenceKeysRepository(database, actor.scope, tx).takeCall(actor.key, now),
      );
      if (taken) return now;
      const row = await new InferenceKeysRepository(database, actor.scope).find(actor.key);
      const status = row ? statusOf(row, now) : 'revoked';
      return status === 'active' ? 'exhausted' : status;
    },

    async giveCallBack(actor: InferenceKeyActor, takenAt: Date): Promise<void> {
      await database.transaction((tx) =>
        new InferenceKeysRepository(database, actor.scope, tx).giveCallBack(actor.key, takenAt),
      );
    },

    async addTokens(
      actor: InferenceKeyActor,
      takenAt: Date,
      used: { promptTokens: number; completionTokens: number },
    ): Promise<void> {
      const repository = new InferenceKeysRepository(database, actor.scope);
      await repository.addToDay(actor.key, takenAt, { calls: 0, ...used });
    },
  };
}

function keyOf(id: string): Buffer {
  const key = tryDecodeId('inferenceKey', id);
  if (!key) throw new AppError('inference_key_not_found');
  return key;
}

function statusOf(
  row: Pick<InferenceKeyView, 'revokedAt' | 'expiresAt' | 'quota' | 'calls'>,
  now: Date,
): InferenceKey['status'] {
  if (row.revokedAt) return 'revoked';
  if (row.expiresAt && row.expiresAt <= now) return 'expired';
  return row.quota !== null && Number(row.calls) >= Number(row.quota) ? 'exhausted' : 'active';
}

function present(row: InferenceKeyView, now: Date): InferenceKey {
  return {
    id: encodeId('inferenceKey', row.id),
    name: row.name,
    prefix: row.prefix,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    quota: row.quota === null ? null : Number(row.quota),
    calls: Number(row.calls),
    status: statusOf(row, now),
  };
}
