import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '../../../../shared/contract/audit-log.contract.ts';
import {
  type CreateWebhookEndpoint,
  type UpdateWebhookEndpoint,
  WEBHOOK_ENDPOINT_LIMIT,
  type WebhookEndpoint,
} from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { WebhookListenerAnswer } from '../../../../shared/domain/webhooks/webhook-values.ts';
import { WEBHOOK_API_VERSION } from '../../../../shared/events/webhook-event.ts';
import { isDuplicate } from '../../../db/database-errors.ts';
import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import { requireConfirmation } from '../../../kernel/auth/actor.ts';
import type { ChangeContext, Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../../kernel/ids.ts';
import { deleteRow, insertRow, updateRow } from '../../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { enqueuePurgeEndpoint } from '../sending/purge.ts';
import { openHeaders, openSecrets, rotateSecrets, sealHeaders, sealSecrets } from './endpoint-secrets.ts';
import { presentEndpoint, type WebhookEndpointView } from './webhook-endpoints.presenter.ts';
import { endpointViews, lockEndpoint, storeCreatedSeq, takenSlots } from './webhook-endpoints.repository.ts';
import { checkTarget, type TargetRules } from './webhook-target.ts';

/** Wakes this process's worker to send what is due for an endpoint immediately. */
export type WakeEndpoint = (scope: TenantScope, endpointId: Buffer) => void;

/** Returns the endpoints, oldest first, and the maximum number for a workspace. */
export async function listEndpoints(ctx: Context) {
  const rows = await endpointViews(ctx);
  return { data: rows.map((row) => present(ctx, row)), limit: WEBHOOK_ENDPOINT_LIMIT };
}

/**
 * Returns one endpoint.
 * @throws {AppError} webhook_endpoint_not_found
 */
export async function getEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  return viewEndpoint(ctx, keyOf(id));
}

/**
 * Creates an endpoint. A unique slot enforces the limit, as with API keys.
 * @param toResponse the response to store with an Idempotency-Key: without the secret.
 * @returns the endpoint and its secret, which only this function and `revealSecret` return.
 * @throws {AppError} validation_failed; webhook_endpoint_limit_reached.
 */
export async function createEndpoint(
  ctx: Context,
  target: TargetRules,
  input: CreateWebhookEndpoint,
  toResponse: (endpoint: WebhookEndpoint) => object = (endpoint) => ({ endpoint, secret: null }),
) {
  return inFreeSlot(ctx, (slot) =>
    insertEndpoint(ctx, { ...input, url: checkTarget(input.url, target), listener: null }, slot, toResponse),
  );
}

/** Tries the free slots of the workspace, one after another: each may be taken at the same time. */
export async function inFreeSlot<T>(ctx: Context, create: (slot: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt <= WEBHOOK_ENDPOINT_LIMIT; attempt += 1) {
    const taken = new Set(await takenSlots(ctx));
    const slot = Array.from({ length: WEBHOOK_ENDPOINT_LIMIT }, (_, index) => index).find(
      (index) => !taken.has(index),
    );
    if (slot === undefined) break;
    try {
      return await create(slot);
    } catch (error) {
      if (!isDuplicate(error, 'webhook_endpoints_slot')) throw error;
    }
  }
  throw new AppError('webhook_endpoint_limit_reached');
}

/**
 * Updates the given fields of an endpoint. A new URL must be confirmed. Stored header values belong to the host
 * that they were given for: when the origin changes, they are deleted unless they are given again (decision 0248).
 * @throws {AppError} webhook_endpoint_not_found; validation_failed; confirmation_required.
 */
export async function updateEndpoint(
  ctx: Context,
  target: TargetRules,
  id: string,
  input: UpdateWebhookEndpoint,
) {
  const url = input.url === undefined ? undefined : checkTarget(input.url, target);
  await changeEndpoint(ctx, id, 'webhook_endpoint.changed', async (ctx, row) => {
    const { headers, events, url: _url, ...plain } = input;
    if (url !== undefined && url !== row.url) {
      if (row.listenerAnswer !== null) throw listenerUrlFixed();
      requireConfirmation(ctx.actor);
    }
    const isNewHost = url !== undefined && new URL(url).origin !== new URL(row.url).origin;
    const known = isNewHost ? {} : openHeaders(ctx, row.id, row.headers);
    const merged = headers ? mergeHeaders(headers, known, isNewHost) : known;
    const values = {
      ...plain,
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: events.join(',') }),
    };
    const isSame =
      isDeepStrictEqual(merged, known) && isDeepStrictEqual({ ...row, ...values }, { ...row }) && !isNewHost;
    if (isSame) return UNCHANGED;
    const sealed = headers || isNewHost ? { headers: sealHeaders(ctx, row.id, merged) } : {};
    await updateRow(ctx, 'webhookEndpoint', row.id, { ...values, ...sealed });
    return null;
  });
  return getEndpoint(ctx, id);
}

/**
 * Removes an endpoint. A job then deletes its deliveries; `wakeJobs` starts it without delay. `requireOf` refuses by
 * throwing.
 * @throws {AppError} webhook_endpoint_not_found
 */
export async function removeEndpoint(
  ctx: Context,
  wakeJobs: () => void,
  id: string,
  requireOf: (row: WebhookEndpointRow) => void = () => undefined,
) {
  await changeEndpoint(ctx, id, 'webhook_endpoint.removed', async (ctx, row) => {
    requireOf(row);
    await deleteRow(ctx, 'webhookEndpoint', row.id);
    await enqueuePurgeEndpoint(ctx, row.id);
  });
  wakeJobs();
  return { id, deleted: true as const };
}

/**
 * Pauses an endpoint. New events are held or dropped.
 * @throws {AppError} webhook_endpoint_not_found
 */
export async function pauseEndpoint(ctx: Context, id: string, events: 'hold' | 'drop') {
  await changeEndpoint(ctx, id, 'webhook_endpoint.paused', async (ctx, row) => {
    await updateRow(ctx, 'webhookEndpoint', row.id, {
      state: 'paused',
      whilePaused: events,
      stateReason: null,
      stateSince: ctx.clock.now(),
    });
  });
  return getEndpoint(ctx, id);
}

/**
 * Makes an endpoint active again and sends the held events.
 * @throws {AppError} webhook_endpoint_not_found
 */
export async function resumeEndpoint(ctx: Context, wake: WakeEndpoint, id: string) {
  await changeEndpoint(ctx, id, 'webhook_endpoint.resumed', async (ctx, row) => {
    await updateRow(ctx, 'webhookEndpoint', row.id, {
      state: 'active',
      whilePaused: null,
      stateReason: null,
      stateSince: ctx.clock.now(),
      failures: 0,
      failingSince: null,
      failingEventAt: null,
      failingConfirmed: 0,
      restingUntil: null,
    });
  });
  wake(ctx.scope, keyOf(id));
  return getEndpoint(ctx, id);
}

/**
 * Returns the newest secret, and records that in the audit log. The route requires a confirmation, because anyone
 * with the secret can forge events.
 * @throws {AppError} webhook_endpoint_not_found
 */
export async function revealSecret(ctx: Context, id: string): Promise<{ secret: string }> {
  const key = keyOf(id);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockEndpoint(ctx, key);
    if (!row) throw new AppError('webhook_endpoint_not_found');
    await auditEndpoint(ctx, 'webhook_secret.revealed', row);
    return { secret: openSecrets(ctx, row.id, row.secrets)[0]?.secret ?? '' };
  });
}

/**
 * Replaces the secret of an endpoint and returns the new one. Earlier secrets also sign until the overlap
 * ends.
 * @throws {AppError} webhook_endpoint_not_found
 */
export async function rotateSecret(ctx: Context, id: string, overlapHours: number) {
  const secret = await changeEndpoint(ctx, id, 'webhook_secret.rotated', async (ctx, row) => {
    const secrets = rotateSecrets(openSecrets(ctx, row.id, row.secrets), ctx.clock.now(), overlapHours);
    await updateRow(ctx, 'webhookEndpoint', row.id, { secrets: sealSecrets(ctx, row.id, secrets) });
    return secrets[0]?.secret ?? '';
  });
  return { endpoint: await getEndpoint(ctx, id), secret };
}

/** Stores a new endpoint with a new secret, and its event. */
export async function insertEndpoint(
  ctx: Context,
  input: CreateWebhookEndpoint & { listener: { answer: WebhookListenerAnswer; hours: number } | null },
  slot: number,
  toResponse: (endpoint: WebhookEndpoint) => object,
) {
  const { author } = ctx;
  const id = newKey();
  const now = ctx.clock.now();
  const secrets = rotateSecrets([], now, 0);
  return inTransaction(ctx, async (ctx) => {
    await insertRow(ctx, 'webhookEndpoint', {
      id,
      slot,
      url: input.url,
      description: input.description,
      events: input.events.join(','),
      secrets: sealSecrets(ctx, id, secrets),
      headers: sealHeaders(ctx, id, mergeHeaders(input.headers, {})),
      timeoutSeconds: input.timeoutSeconds,
      maxPerSecond: input.maxPerSecond,
      apiVersion: WEBHOOK_API_VERSION,
      failingMailedAt: null,
      state: 'active',
      whilePaused: null,
      stateReason: null,
      stateSince: now,
      failures: 0,
      failingSince: null,
      failingEventAt: null,
      failingConfirmed: 0,
      restingUntil: null,
      lastDeliveryAt: null,
      lastDeliveryOk: null,
      lastDeliveryMs: null,
      createdBy: author.kind === 'user' && author.id ? decodeId(author.id) : null,
      createdAt: now,
      createdSeq: 0,
      listener: input.listener && 1,
      listenerAnswer: input.listener?.answer ?? null,
      expiresAt: input.listener && new Date(now.getTime() + input.listener.hours * 3_600_000),
    });
    ctx.atEnd(() => storeCreatedSeq(ctx, id));
    await auditEndpoint(ctx, 'webhook_endpoint.created', { id, url: input.url });
    const endpoint = await viewEndpoint(ctx, id);
    ctx.record('webhook_endpoint.updated', { id: endpoint.id, url: endpoint.url, state: 'active' });
    ctx.setResponse(toResponse(endpoint), { isFinal: true });
    return { endpoint, secret: secrets[0]?.secret ?? '' };
  });
}

function listenerUrlFixed(): AppError {
  const details = [{ path: 'url', message: 'cannot be changed: this is a test listener' }];
  return new AppError('validation_failed', { details });
}

/** What a change returns that has changed nothing, such as a repeated one. */
const UNCHANGED = Symbol('unchanged');

/** Changes one endpoint with its row locked, and records an audit log entry and an event, unless it is `UNCHANGED`. */
export function changeEndpoint<T>(
  ctx: Context,
  id: string,
  action: AuditEntry['action'],
  apply: (ctx: ChangeContext, row: WebhookEndpointRow) => Promise<T>,
): Promise<T> {
  const key = keyOf(id);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockEndpoint(ctx, key);
    if (!row) throw new AppError('webhook_endpoint_not_found');
    const outcome = await apply(ctx, row);
    if (outcome === UNCHANGED) return outcome;
    await auditEndpoint(ctx, action, row);
    const [after] = await endpointViews(ctx, key);
    const { url, state } = after ?? { url: row.url, state: 'deleted' as const };
    ctx.record('webhook_endpoint.updated', { id, url, state });
    return outcome;
  });
}

/** Adds an entry about an endpoint to the audit log. */
export function auditEndpoint(
  ctx: ChangeContext,
  action: AuditEntry['action'],
  row: Pick<WebhookEndpointRow, 'id' | 'url'>,
): Promise<void> {
  // The part of the URL after the host may contain a secret of the receiver.
  const label = new URL(row.url).host;
  const id = encodeId('webhookEndpoint', row.id);
  return ctx.audit({ action, target: { kind: 'webhook_endpoint', id, label } });
}

async function viewEndpoint(ctx: Context, id: Buffer): Promise<WebhookEndpoint> {
  const [row] = await endpointViews(ctx, id);
  if (!row) throw new AppError('webhook_endpoint_not_found');
  return present(ctx, row);
}

function present(ctx: Context, row: WebhookEndpointView): WebhookEndpoint {
  return presentEndpoint(row, {
    secrets: openSecrets(ctx, row.id, row.secrets),
    headers: openHeaders(ctx, row.id, row.headers),
  });
}

/** Returns the header values. A header without a value keeps its stored one; a new header must have one. */
function mergeHeaders(
  given: CreateWebhookEndpoint['headers'],
  before: Readonly<Record<string, string>>,
  isNewHost = false,
): Record<string, string> {
  return Object.fromEntries(
    given.map(({ name, value }, index) => {
      const kept = value ?? before[name];
      if (kept === undefined) {
        const message = `is required: the ${isNewHost ? 'host has changed' : 'header is new'}`;
        const details = [{ path: `headers.${index}.value`, message }];
        throw new AppError('validation_failed', { details });
      }
      return [name, kept];
    }),
  );
}

/** Returns the key of an endpoint's id. @throws {AppError} webhook_endpoint_not_found */
export function keyOf(id: string): Buffer {
  const key = tryDecodeId('webhookEndpoint', id);
  if (!key) throw new AppError('webhook_endpoint_not_found');
  return key;
}
