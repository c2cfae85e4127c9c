import {
  type CreateInferenceKey,
  INFERENCE_KEY_LIMIT,
  type InferenceKey,
} from '../../../../shared/contract/inference/inference-keys.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import type { ChangeContext, Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../../kernel/ids.ts';
import { insertRow, updateRow } from '../../../kernel/tenancy/rows.ts';
import { statusOf } from './inference-key-status.ts';
import { makeInferenceKey, prefixOf } from './inference-key-token.ts';
import {
  countInferenceKeys,
  countLiveKeys,
  dayOf,
  endInferenceKey,
  type InferenceKeyView,
  inferenceKeyView,
  inferenceKeyViews,
  usageSince,
} from './inference-keys.repository.ts';

/** Returns all keys, revoked ones last, and counters over all of them. */
export async function listInferenceKeys(ctx: Context) {
  const now = ctx.clock.now();
  return {
    data: (await inferenceKeyViews(ctx)).map((row) => present(row, now)),
    counters: await countInferenceKeys(ctx, now),
  };
}

/**
 * Creates a key. Returns the whole key, which is shown only once.
 * @throws {AppError} inference_key_limit_reached
 */
export async function createInferenceKey(
  ctx: Context,
  input: Omit<CreateInferenceKey, 'models'> & Partial<CreateInferenceKey>,
) {
  const { author, keyring, clock } = ctx;
  const key = makeInferenceKey();
  const id = newKey();
  return inTransaction(ctx, async (ctx) => {
    if ((await countLiveKeys(ctx, clock.now())) >= INFERENCE_KEY_LIMIT)
      throw new AppError('inference_key_limit_reached');
    await insertRow(ctx, 'inferenceKey', {
      id,
      name: input.name,
      prefix: prefixOf(key),
      keyHash: keyring.fingerprint(key),
      keyVersion: keyring.version,
      expiresAt: input.expiresAt,
      quota: input.quota,
      calls: 0,
      createdBy: author.kind === 'user' && author.id ? decodeId(author.id) : null,
      createdAt: clock.now(),
      revokedAt: null,
      models: (input.models ?? []).join(','),
      warnedDays: null,
    });
    const publicId = encodeId('inferenceKey', id);
    await audit(ctx, 'created', publicId, input.name);
    ctx.record('inference_key.created', { id: publicId, name: input.name });
    // Read inside the transaction: an error after the commit would lose the only copy of a key that exists.
    const stored = await inferenceKeyView(ctx, id);
    if (!stored) throw new Error('a row that was just inserted is missing');
    return { inferenceKey: present(stored, clock.now()), key };
  });
}

/** Renames a key. @throws {AppError} inference_key_not_found */
export async function renameInferenceKey(ctx: Context, id: string, name: string): Promise<InferenceKey> {
  const key = inferenceKeyIdOf(id);
  return inTransaction(ctx, async (ctx) => {
    await updateRow(ctx, 'inferenceKey', key, { name });
    const row = await inferenceKeyView(ctx, key);
    if (!row) throw new AppError('inference_key_not_found');
    await audit(ctx, 'renamed', id, name);
    ctx.record('inference_key.changed', { id, name });
    return present(row, ctx.clock.now());
  });
}

/** Sets which models a key can use; none: all of them. @throws {AppError} inference_key_not_found */
export async function setKeyModels(
  ctx: Context,
  id: string,
  models: readonly string[],
): Promise<InferenceKey> {
  const key = inferenceKeyIdOf(id);
  return inTransaction(ctx, async (ctx) => {
    await updateRow(ctx, 'inferenceKey', key, { models: models.join(',') });
    const row = await inferenceKeyView(ctx, key);
    if (!row) throw new AppError('inference_key_not_found');
    await audit(ctx, 'models_changed', id, row.name);
    ctx.record('inference_key.changed', { id, name: row.name });
    return present(row, ctx.clock.now());
  });
}

/**
 * Revokes a key. It stops working with the next request, at every worker.
 * @throws {AppError} inference_key_not_found
 */
export async function revokeInferenceKey(ctx: Context, id: string) {
  const key = inferenceKeyIdOf(id);
  await inTransaction(ctx, async (ctx) => {
    const revoked = await endInferenceKey(ctx, key, ctx.clock.now());
    if (!revoked) throw new AppError('inference_key_not_found');
    await audit(ctx, 'revoked', id, revoked.name);
    ctx.record('inference_key.revoked', { id, name: revoked.name });
  });
  return { id: encodeId('inferenceKey', key), revoked: true as const };
}

/** Returns the calls and tokens per key and day of the latest `days`, including today. */
export async function inferenceKeyUsage(ctx: Context, days: number) {
  const since = dayOf(new Date(ctx.clock.now().getTime() - (days - 1) * DAY_MS));
  const rows = await usageSince(ctx, since);
  return {
    data: rows.map((row) => ({
      keyId: encodeId('inferenceKey', row.keyId),
      day: row.day,
      calls: Number(row.calls),
      promptTokens: Number(row.promptTokens),
      completionTokens: Number(row.completionTokens),
    })),
  };
}

function audit(
  ctx: ChangeContext,
  action: 'created' | 'renamed' | 'models_changed' | 'revoked',
  id: string,
  label: string,
): Promise<void> {
  return ctx.audit({
    action: `inference_key.${action}`,
    target: { kind: 'inference_key', id, label },
  });
}

function inferenceKeyIdOf(id: string): Buffer {
  const key = tryDecodeId('inferenceKey', id);
  if (!key) throw new AppError('inference_key_not_found');
  return key;
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
    models: row.models === '' ? [] : row.models.split(','),
  };
}
