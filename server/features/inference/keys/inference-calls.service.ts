import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { QueryContext, Resources } from '../../../kernel/context/context.ts';
import { encodeId, tryDecodeId, tryDecodeTenantId } from '../../../kernel/ids.ts';
import { mintTenantScope } from '../../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { statusOf } from './inference-key-status.ts';
import { isInferenceKey } from './inference-key-token.ts';
import {
  addToDay,
  countCalls,
  findByFingerprint,
  type InferenceKeyView,
  inferenceKeyView,
  OWN_USE,
  uncountCalls,
} from './inference-keys.repository.ts';
import { isPass, makePass, readPass } from './inference-pass.ts';

/** The caller of the model: a key, a signed-in person at the playground, or a feature of this server. */
export interface InferenceKeyActor {
  /** The id of the key, the person or the workspace, by which limits and the order in the queue are applied. */
  id: string;
  /** The key that the calls count for; null for calls that count for no key. */
  key: Buffer | null;
  /** Whether a feature of this server calls. It names the class of its requests. */
  isInternal: boolean;
  scope: TenantScope;
  /** The models that it can use, in lower case; empty: all. */
  models: readonly string[];
}

/** The reason a key is rejected. Unknown and malformed keys are both `unknown`, to reveal nothing else. */
export type KeyRejection = 'unknown' | 'revoked' | 'expired' | 'exhausted';

/** The resources that the inference process and the API server need to check and count calls. */
type CallResources = Pick<Resources, 'db' | 'clock' | 'keyring'>;

/**
 * Returns the actor of a key or of a playground pass, or why it is rejected. Queries the database every time,
 * so that a revocation applies to the next request.
 */
export async function authenticateInferenceKey(
  { db, clock, keyring }: CallResources,
  token: string,
): Promise<InferenceKeyActor | KeyRejection> {
  if (isPass(token)) return authenticatePass({ db, clock, keyring }, token);
  if (!isInferenceKey(token)) return 'unknown';
  const hashes = keyring.fingerprints(token);
  const row = await findByFingerprint(db, hashes);
  if (!row || !hashes.some((hash) => timingSafeEqual(row.keyHash, hash))) return 'unknown';
  return actorOrRejection(row, mintTenantScope(row.tenantId), clock.now());
}

/**
 * Returns a pass, which the API server presents to the inference endpoint when a signed-in person uses the
 * playground. The page has no key, and none is stored in readable form. The endpoint checks the key itself.
 * @param keyId the key that the call counts for; null when it counts for none.
 * @throws {AppError} inference_key_not_found
 */
export async function createPass(
  ctx: QueryContext & CallResources,
  keyId: string | null,
  userId: string,
): Promise<string> {
  if (keyId !== null) {
    const key = tryDecodeId('inferenceKey', keyId);
    if (!key || !(await inferenceKeyView(ctx, key))) throw new AppError('inference_key_not_found');
  }
  const { keyring, scope, clock } = ctx;
  return makePass(keyring, { tenantId: scope.tenantId, keyId, userId }, clock.now().getTime());
}

/**
 * Returns a pass for a request of a feature of this server, for the header `Authorization`. The request names its class
 * in the header `X-Request-Class` and counts for no key.
 * @param userId the person for whom it is made; null for work that nobody asked for.
 */
export function createInternalPass(
  { keyring, scope, clock }: { scope: TenantScope } & Pick<CallResources, 'keyring' | 'clock'>,
  userId: string | null,
): string {
  const claims = { tenantId: scope.tenantId, keyId: null, userId, isInternal: true };
  return makePass(keyring, claims, clock.now().getTime());
}

/**
 * Counts some calls on the key and on its day in one transaction, exactly even under concurrency: all of them or none.
 * @returns when they were counted, for the functions below; or why they were rejected.
 */
export async function takeCalls(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  { key, scope }: InferenceKeyActor,
  count: number,
): Promise<Date | KeyRejection> {
  const now = clock.now();
  if (key === null) return now;
  if (await db.transaction((tx) => countCalls({ db, scope, tx }, key, now, count))) return now;
  const row = await inferenceKeyView({ db, scope }, key);
  const status = row ? statusOf(row, now) : 'revoked';
  return status === 'active' ? 'exhausted' : status;
}

/** Uncounts calls that were counted but got no response. */
export async function refundCalls(
  { db }: Pick<Resources, 'db'>,
  { key, scope }: InferenceKeyActor,
  takenAt: Date,
  count: number,
): Promise<void> {
  if (key === null) return;
  await db.transaction((tx) => uncountCalls({ db, scope, tx }, key, takenAt, count));
}

/**
 * Adds the tokens of a call to the day on which it was counted. A call of a feature of this server is counted here, so
 * that nobody waits for it.
 */
export async function addTokens(
  { db }: Pick<Resources, 'db'>,
  { key, isInternal, scope }: InferenceKeyActor,
  takenAt: Date,
  used: { promptTokens: number; completionTokens: number },
): Promise<void> {
  if (key !== null) await addToDay({ db, scope }, key, takenAt, { calls: 0, ...used });
  else if (isInternal) await addToDay({ db, scope }, OWN_USE, takenAt, { calls: 1, ...used });
}

/** Returns the actor of a pass: its key in its current state, or the person. */
async function authenticatePass(
  { db, clock, keyring }: CallResources,
  token: string,
): Promise<InferenceKeyActor | KeyRejection> {
  const pass = readPass(keyring, token, clock.now().getTime());
  const tenant = pass && tryDecodeTenantId(pass.tenantId);
  if (!tenant) return 'unknown';
  const scope = mintTenantScope(tenant);
  const { keyId, userId, isInternal } = pass;
  if (keyId === null) return { id: userId ?? pass.tenantId, key: null, isInternal, scope, models: [] };
  const key = tryDecodeId('inferenceKey', keyId);
  const row = key && (await inferenceKeyView({ db, scope }, key));
  return row ? actorOrRejection(row, scope, clock.now()) : 'unknown';
}

function actorOrRejection(
  row: Pick<InferenceKeyView, 'id' | 'revokedAt' | 'expiresAt' | 'quota' | 'calls' | 'models'>,
  scope: TenantScope,
  now: Date,
): InferenceKeyActor | KeyRejection {
  const status = statusOf(row, now);
  // An exhausted quota rejects calls, but not the list of models.
  if (status === 'revoked' || status === 'expired') return status;
  return {
    id: encodeId('inferenceKey', row.id),
    key: row.id,
    isInternal: false,
    scope,
    models: row.models === '' ? [] : row.models.toLowerCase().split(','),
  };
}
