import { timingSafeEqual } from 'node:crypto';
import type {
  CreateInferenceKey,
  InferenceKey,
} from '../../../../shared/contract/inference-keys.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { RecordAudit } from '../../../kernel/audit/audit.ts';
import { type Author, OPERATOR } from '../../../kernel/auth/author.ts';
import type { Keyring } from '../../../kernel/crypto/keyring.ts';
import { decodeId, encodeId, newKey, tryDecodeId, tryDecodeTenantId } from '../../../kernel/ids.ts';
import type { UnitOfWork } from '../../../kernel/outbox/unit-of-work.ts';
import { mintTenantScope } from '../../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { isInferenceKey, makeInferenceKey, prefixOf } from './inference-key-token.ts';
import {
  dayOf,
  findByFingerprint,
  InferenceKeysRepository,
  type InferenceKeyView,
} from './inference-keys.repository.ts';
import { isPass, makePass, readPass } from './inference-pass.ts';

export interface InferenceKeysDeps {
  database: Database;
  keyring: Keyring;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
}

/** Who may use the model: a key, or a signed-in person at the playground. */
export interface InferenceKeyActor {
  /** Of the key or the person: limits and turns in the queue go by it. */
  id: string;
  /** What the calls count for; null for a person, whose calls count for no key. */
  key: Buffer | null;
  scope: TenantScope;
}

/** Why a key is not let in. Unknown and malformed keys are `unknown`, which is all that their owner learns. */
export type KeyRefusal = 'unknown' | 'revoked' | 'expired' | 'exhausted';

export type InferenceKeysService = ReturnType<typeof createInferenceKeysService>;

const DAY_MS = 86_400_000;

export function createInferenceKeysService(deps: InferenceKeysDeps) {
  const { database, keyring, inUnitOfWork, recordAudit } = deps;

  const change = (
    action: 'created' | 'renamed' | 'revoked',
    id: string,
    label: string,
    by: Author | null,
  ) => ({
    action: `inference_key.${action}` as const,
    target: { kind: 'inference_key' as const, id, label },
    by: by ?? OPERATOR,
  });

  /** The actor behind a pass of the playground: its key as it is now, or the person. */
  async function byPass(token: string): Promise<InferenceKeyActor | KeyRefusal> {
    const pass = readPass(keyring, token, Date.now());
    const tenant = pass && tryDecodeTenantId(pass.tenantId);
    if (!tenant) return 'unknown';
    const scope = mintTenantScope(tenant);
    if (pass.keyId === null) return { id: pass.userId, key: null, scope };
    const key = tryDecodeId('inferenceKey', pass.keyId);
    const row = key && (await new InferenceKeysRepository(database, scope).find(key));
    return row ? letIn(row, scope) : 'unknown';
  }

  return {
    async list(scope: TenantScope) {
      const repository = new InferenceKeysRepository(database, scope);
      const now = new Date();
      return {
        data: (await repository.list()).map((row) => present(row, now)),
        counters: await repository.counters(now),
      };
    },

    /** Without an author it was the operator. */
    async create(scope: TenantScope, input: CreateInferenceKey, author: Author | null) {
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
          createdBy: author?.kind === 'user' && author.id ? decodeId(author.id) : null,
          createdAt: new Date(),
          revokedAt: null,
        });
        const publicId = encodeId('inferenceKey', id);
        await recordAudit(work, scope, change('created', publicId, input.name, author));
        work.record('inference_key.created', { id: publicId, name: input.name });
        // Read in here: an error after the commit would lose the only copy of a key that exists.
        const stored = await repository.find(id);
        if (!stored) throw new Error('a row that was just written is not there');
        return { inferenceKey: present(stored, new Date()), key };
      });
    },

    async rename(scope: TenantScope, id: string, name: string, author: Author | null): Promise<InferenceKey> {
      const key = keyOf(id);
      return inUnitOfWork(scope, async (work) => {
        const repository = new InferenceKeysRepository(database, scope, work.tx);
        await repository.update(key, { name });
        const row = await repository.find(key);
        if (!row) throw new AppError('inference_key_not_found');
        await recordAudit(work, scope, change('renamed', id, name, author));
        work.record('inference_key.changed', { id, name });
        return present(row, new Date());
      });
    },

    async revoke(scope: TenantScope, id: string, author: Author | null) {
      const key = keyOf(id);
      await inUnitOfWork(scope, async (work) => {
        const revoked = await new InferenceKeysRepository(database, scope, work.tx).revoke(key, new Date());
        if (!revoked) throw new AppError('inference_key_not_found');
        await recordAudit(work, scope, change('revoked', id, revoked.name, author));
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
      if (isPass(token)) return byPass(token);
      if (!isInferenceKey(token)) return 'unknown';
      const hashes = keyring.fingerprints(token);
      const row = await findByFingerprint(database, hashes);
      if (!row || !hashes.some((hash) => timingSafeEqual(row.keyHash, hash))) return 'unknown';
      return letIn(row, mintTenantScope(row.tenantId));
    },

    /**
     * What the API server shows the model's endpoint when a signed-in person uses the playground: the
     * page knows no key, and we keep none in readable form. The endpoint looks at the key itself.
     * @param keyId the key that the call shall count for; null when it counts for none.
     */
    async passFor(scope: TenantScope, keyId: string | null, userId: string): Promise<string> {
      if (keyId !== null && !(await new InferenceKeysRepository(database, scope).find(keyOf(keyId)))) {
        throw new AppError('inference_key_not_found');
      }
      return makePass(keyring, { tenantId: scope.tenantId, keyId, userId }, Date.now());
    },

    /**
     * Counts a call, exactly however many come at once: on the key and on its day, in one transaction.
     * @returns when it was counted, for what follows; or why it was not.
     */
    async takeCall(actor: InferenceKeyActor): Promise<Date | KeyRefusal> {
      const now = new Date();
      const { key } = actor;
      if (key === null) return now;
      const taken = await database.transaction((tx) =>
        new InferenceKeysRepository(database, actor.scope, tx).takeCall(key, now),
      );
      if (taken) return now;
      const row = await new InferenceKeysRepository(database, actor.scope).find(key);
      const status = row ? statusOf(row, now) : 'revoked';
      return status === 'active' ? 'exhausted' : status;
    },

    async giveCallBack(actor: InferenceKeyActor, takenAt: Date): Promise<void> {
      const { key } = actor;
      if (key === null) return;
      await database.transaction((tx) =>
        new InferenceKeysRepository(database, actor.scope, tx).giveCallBack(key, takenAt),
      );
    },

    async addTokens(
      actor: InferenceKeyActor,
      takenAt: Date,
      used: { promptTokens: number; completionTokens: number },
    ): Promise<void> {
      if (actor.key === null) return;
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

function letIn(
  row: Pick<InferenceKeyView, 'id' | 'revokedAt' | 'expiresAt' | 'quota' | 'calls'>,
  scope: TenantScope,
): InferenceKeyActor | KeyRefusal {
  const status = statusOf(row, new Date());
  if (status === 'revoked' || status === 'expired') return status;
  return { id: encodeId('inferenceKey', row.id), key: row.id, scope };
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
