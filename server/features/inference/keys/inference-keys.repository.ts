import type { Database } from '../../../db/database.ts';
import type { InferenceKeyRow } from '../../../db/models/inference-key.model.ts';
import { TenantRepository } from '../../../kernel/tenancy/tenant-repository.ts';

export type InferenceKeyView = Omit<InferenceKeyRow, 'tenantId' | 'keyHash' | 'keyVersion' | 'createdBy'> & {
  createdByName: string | null;
};

export interface DayUsage {
  keyId: Buffer;
  day: string;
  calls: number;
  promptTokens: number;
  completionTokens: number;
}

/** More keys than anybody looks at; the oldest revoked ones fall off the list. */
const LISTED = 500;
const VIEW = `k.id, k.name, k.prefix, k.expires_at AS expiresAt, k.quota, k.calls, k.created_at AS createdAt,
  k.revoked_at AS revokedAt, u.name AS createdByName`;

export class InferenceKeysRepository extends TenantRepository<InferenceKeyRow> {
  protected readonly table = this.database.models.inferenceKey;

  /** All keys, living ones first, each group newest first. */
  list(): Promise<InferenceKeyView[]> {
    return this.views('ORDER BY k.revoked_at IS NOT NULL, k.id DESC LIMIT :listed', { listed: LISTED });
  }

  async find(id: Buffer): Promise<InferenceKeyView | null> {
    const [row] = await this.views('AND k.id = :id', { id });
    return row ?? null;
  }

  /** The counters are of all keys, listed or not. */
  async counters(now: Date): Promise<{ total: number; active: number; calls: number }> {
    const [row] = await this.select<{ total: number; active: string | null; calls: string | null }>(
      `SELECT COUNT(*) AS total, SUM(calls) AS calls,
         SUM(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now) AND (quota IS NULL OR calls < quota)) AS active
       FROM inference_keys WHERE tenant_id = :tenantId`,
      { now },
    );
    return {
      total: Number(row?.total ?? 0),
      active: Number(row?.active ?? 0),
      calls: Number(row?.calls ?? 0),
    };
  }

  /** Ends a live key; null when there is no such live key. */
  async revoke(id: Buffer, now: Date): Promise<{ name: string } | null> {
    const changed = await this.run(
      'UPDATE inference_keys SET revoked_at = :now WHERE tenant_id = :tenantId AND id = :id AND revoked_at IS NULL',
      { id, now },
    );
    return changed > 0 ? await this.findWhere({ id }) : null;
  }

  /**
   * Counts one call, if the key may still make one. The condition is part of the write, so no number of
   * calls at once gets past a quota.
   */
  async takeCall(id: Buffer, now: Date): Promise<boolean> {
    const taken = await this.run(
      `UPDATE inference_keys SET calls = calls + 1
       WHERE tenant_id = :tenantId AND id = :id AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > :now) AND (quota IS NULL OR calls < quota)`,
      { id, now },
    );
    if (taken > 0) await this.addToDay(id, now, { calls: 1, promptTokens: 0, completionTokens: 0 });
    return taken > 0;
  }

  /** Takes back a call that was counted and then not answered. */
  async giveCallBack(id: Buffer, at: Date): Promise<void> {
    await this.run(
      'UPDATE inference_keys SET calls = calls - 1 WHERE tenant_id = :tenantId AND id = :id AND calls > 0',
      { id },
    );
    await this.run(
      `UPDATE inference_key_usage SET calls = calls - 1
       WHERE tenant_id = :tenantId AND key_id = :id AND day = :day AND calls > 0`,
      { id, day: dayOf(at) },
    );
  }

  async addToDay(
    id: Buffer,
    at: Date,
    used: { calls: number; promptTokens: number; completionTokens: number },
  ): Promise<void> {
    await this.run(
      `INSERT INTO inference_key_usage (tenant_id, key_id, day, calls, prompt_tokens, completion_tokens)
       VALUES (:tenantId, :id, :day, :calls, :promptTokens, :completionTokens)
       ON DUPLICATE KEY UPDATE calls = calls + VALUES(calls),
         prompt_tokens = prompt_tokens + VALUES(prompt_tokens),
         completion_tokens = completion_tokens + VALUES(completion_tokens)`,
      { id, day: dayOf(at), ...used },
    );
  }

  usageSince(day: string): Promise<DayUsage[]> {
    return this.select<DayUsage>(
      `SELECT key_id AS keyId, DATE_FORMAT(day, '%Y-%m-%d') AS day, calls, prompt_tokens AS promptTokens,
         completion_tokens AS completionTokens
       FROM inference_key_usage WHERE tenant_id = :tenantId AND day >= :day ORDER BY day, key_id`,
      { day },
    );
  }

  private views(rest: string, bindings: Record<string, Buffer | number>): Promise<InferenceKeyView[]> {
    return this.select<InferenceKeyView>(
      `SELECT ${VIEW} FROM inference_keys k
       LEFT JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.created_by
       WHERE k.tenant_id = :tenantId ${rest}`,
      bindings,
    );
  }
}

/** The key with one of these fingerprints, looked up before anybody is known: the key names its tenant. */
export async function findByFingerprint(
  database: Database,
  keyHashes: readonly Buffer[],
): Promise<InferenceKeyRow | null> {
  const [row] = await database.select<InferenceKeyRow>(
    `/* system: inference-key */ SELECT id, tenant_id AS tenantId, name, key_hash AS keyHash, quota, calls,
       expires_at AS expiresAt, revoked_at AS revokedAt
     FROM inference_keys WHERE key_hash IN (:keyHashes)`,
    { keyHashes },
  );
  return row ?? null;
}

/** A day of the calendar in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
