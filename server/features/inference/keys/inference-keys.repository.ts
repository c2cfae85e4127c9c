import type { Database } from '../../../db/database.ts';
import type { InferenceKeyRow } from '../../../db/models/inference-key.model.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { countRows, findRow, Op, run, select, updateRows } from '../../../kernel/tenancy/rows.ts';

export type InferenceKeyView = Omit<
  InferenceKeyRow,
  'tenantId' | 'keyHash' | 'keyVersion' | 'createdBy' | 'warnedDays'
> & {
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
const VIEW = `SELECT k.id, k.name, k.prefix, k.expires_at AS expiresAt, k.quota, k.calls, k.models, k.created_at AS createdAt,
  k.revoked_at AS revokedAt, u.name AS createdByName FROM inference_keys k
  LEFT JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.created_by`;

/** Returns all keys: those that are not revoked first, each group newest first. */
export function inferenceKeyViews(ctx: QueryContext): Promise<InferenceKeyView[]> {
  return select<InferenceKeyView>(
    ctx,
    `${VIEW} WHERE k.tenant_id = :tenantId ORDER BY k.revoked_at IS NOT NULL, k.id DESC LIMIT ${LISTED}`,
  );
}

/** Returns one key, revoked or not; null when there is none with this id. */
export async function inferenceKeyView(ctx: QueryContext, id: Buffer): Promise<InferenceKeyView | null> {
  const sql = `${VIEW} WHERE k.tenant_id = :tenantId AND k.id = :id`;
  const [row] = await select<InferenceKeyView>(ctx, sql, { id });
  return row ?? null;
}

/** Returns how many keys there are, listed or not, how many of them work, and the calls of all. */
export async function countInferenceKeys(
  ctx: QueryContext,
  now: Date,
): Promise<{ total: number; active: number; calls: number }> {
  const [row] = await select<{ total: number; active: string | null; calls: string | null }>(
    ctx,
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

/**
 * Returns how many keys are neither revoked nor expired. Holds a lock until the end of the transaction, so that calls
 * at once count one after another. The lock is on a row that every change writes: on a cluster, where locks hold on one
 * node only, the second of two changes that both write it is undone and runs again (decision 0382).
 */
export async function countLiveKeys(ctx: QueryContext, now: Date): Promise<number> {
  await select(ctx, 'SELECT seq FROM tenant_counters WHERE tenant_id = :tenantId FOR UPDATE');
  return countRows(ctx, 'inferenceKey', {
    revokedAt: null,
    expiresAt: { [Op.or]: [null, { [Op.gt]: now }] },
  });
}

/** Ends a live key; returns null when there is no such live key. */
export async function endInferenceKey(
  ctx: QueryContext,
  id: Buffer,
  now: Date,
): Promise<{ name: string } | null> {
  const changed = await updateRows(ctx, 'inferenceKey', { id, revokedAt: null }, { revokedAt: now });
  return changed > 0 ? findRow(ctx, 'inferenceKey', { columns: ['name'], where: { id } }) : null;
}

/**
 * Counts calls on a key and its day; returns false when the key may not make as many. The condition is part of the
 * write, so no number of calls at once gets past a quota.
 */
export async function countCalls(ctx: QueryContext, id: Buffer, now: Date, count: number): Promise<boolean> {
  const counted = await run(
    ctx,
    `UPDATE inference_keys SET calls = calls + :count
     WHERE tenant_id = :tenantId AND id = :id AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > :now) AND (quota IS NULL OR calls + :count <= quota)`,
    { id, now, count },
  );
  if (counted > 0) await addToDay(ctx, id, now, { calls: count, promptTokens: 0, completionTokens: 0 });
  return counted > 0;
}

/** Takes back calls that were counted at that time. */
export async function uncountCalls(ctx: QueryContext, id: Buffer, at: Date, count: number): Promise<void> {
  await run(
    ctx,
    'UPDATE inference_keys SET calls = calls - :count WHERE tenant_id = :tenantId AND id = :id AND calls >= :count',
    { id, count },
  );
  await run(
    ctx,
    `UPDATE inference_key_usage SET calls = calls - :count
     WHERE tenant_id = :tenantId AND key_id = :id AND day = :day AND calls >= :count`,
    { id, day: dayOf(at), count },
  );
}

/** In the place of a key: what the features of this server use, such as the assistance in the inbox. */
export const OWN_USE = Buffer.alloc(16);

/** Adds calls and tokens to what a key has used on a day. */
export async function addToDay(
  ctx: QueryContext,
  id: Buffer,
  at: Date,
  used: { calls: number; promptTokens: number; completionTokens: number },
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO inference_key_usage (tenant_id, key_id, day, calls, prompt_tokens, completion_tokens)
     VALUES (:tenantId, :id, :day, :calls, :promptTokens, :completionTokens)
     ON DUPLICATE KEY UPDATE calls = calls + VALUES(calls),
       prompt_tokens = prompt_tokens + VALUES(prompt_tokens),
       completion_tokens = completion_tokens + VALUES(completion_tokens)`,
    { id, day: dayOf(at), ...used },
  );
}

/** Returns what each key has used on each day since the given one. */
export function usageSince(ctx: QueryContext, day: string): Promise<DayUsage[]> {
  return select<DayUsage>(
    ctx,
    `SELECT key_id AS keyId, DATE_FORMAT(day, '%Y-%m-%d') AS day, calls, prompt_tokens AS promptTokens,
       completion_tokens AS completionTokens
     FROM inference_key_usage WHERE tenant_id = :tenantId AND key_id <> :own AND day >= :day ORDER BY day, key_id`,
    { day, own: OWN_USE },
  );
}

/**
 * Returns the key with one of these fingerprints. Nobody is known yet: the key's row names its tenant. SQL, because
 * every request to a model asks this.
 */
export async function findByFingerprint(
  db: Database,
  keyHashes: readonly Buffer[],
): Promise<InferenceKeyRow | null> {
  const [row] = await db.select<InferenceKeyRow>(
    `/* system: inference-key */ SELECT id, tenant_id AS tenantId, name, key_hash AS keyHash, quota, calls, models,
       expires_at AS expiresAt, revoked_at AS revokedAt
     FROM inference_keys WHERE key_hash IN (:keyHashes)`,
    { keyHashes },
  );
  return row ?? null;
}

/** Returns the day of the calendar in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
