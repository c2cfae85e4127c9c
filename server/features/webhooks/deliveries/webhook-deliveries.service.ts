import type { z } from 'zod';
import type {
  MessageDelivery,
  webhookDeliveriesContract,
} from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { eventTypesOf, type WebhookEventType } from '../../../../shared/domain/webhooks/webhook-values.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, tryDecodeId } from '../../../kernel/ids.ts';
import { readEventsBetween } from '../../../kernel/outbox/relay.ts';
import { findRow } from '../../../kernel/tenancy/rows.ts';
import { endRest } from '../endpoints/webhook-endpoints.repository.ts';
import { auditEndpoint, getEndpoint, type WakeEndpoint } from '../endpoints/webhook-endpoints.service.ts';
import { renderEvent, renderSample, sourcesOf } from '../sending/render-event.ts';
import { presentAttempt, presentDelivery } from './webhook-deliveries.presenter.ts';
import {
  addDeliveries,
  attemptViews,
  DELIVERY_STATE,
  deliveryView,
  deliveryViews,
  eventBody,
  makeDue,
  makeFailedDue,
  messageDeliveryViews,
} from './webhook-deliveries.repository.ts';

type ListQuery = z.output<
  NonNullable<(typeof webhookDeliveriesContract.list)['~orpc']['inputSchema']>
>['query'];
interface Span {
  since: string;
  until?: string | undefined;
}

const RESEND_MAX = 10_000;
/** Events that one call of `sendMissing` reads, at most. */
const SCANNED_MAX = 10_000;
const PAGE = 500;

/**
 * Returns a page of an endpoint's deliveries, newest first.
 * @throws {AppError} webhook_endpoint_not_found; validation_failed for a cursor of another list.
 */
export async function listDeliveries(ctx: Context, endpointId: string, query: ListQuery) {
  const { scope, cursors } = ctx;
  const { key, isHeld } = await openEndpoint(ctx, endpointId);
  const { limit, cursor, since, until, eventId, ...filter } = query;
  const event = eventId === undefined ? undefined : tryDecodeId('webhookEvent', eventId);
  if (event === null) return { data: [], nextCursor: null };
  const name = ['webhook-deliveries', scope.tenantId, endpointId, eventId, since, until, filter];
  const after = cursor ? placeOf(cursors.read(name, cursor)) : undefined;
  const rows = await deliveryViews(
    ctx,
    key,
    isHeld,
    {
      ...filter,
      eventId: event,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
    },
    { ...(after ? { after } : {}), limit: limit + 1 },
  );
  const data = rows.slice(0, limit).map((row) => presentDelivery(row, isHeld));
  const last = rows.length > limit ? data.at(-1) : undefined;
  return {
    data,
    nextCursor: last ? cursors.write(name, [Date.parse(last.createdAt), last.id]) : null,
  };
}

/**
 * Returns the deliveries of a message's events to all endpoints, the oldest first.
 * @throws {AppError} message_not_found
 */
export async function deliveriesOfMessage(ctx: Context, id: string): Promise<{ data: MessageDelivery[] }> {
  const messageId = tryDecodeId('message', id);
  const message = messageId && (await findRow(ctx, 'message', { where: { id: messageId } }));
  if (!messageId || !message) throw new AppError('message_not_found');
  const rows = await messageDeliveryViews(ctx, messageId);
  const states = { [DELIVERY_STATE.succeeded]: 'succeeded', [DELIVERY_STATE.failed]: 'failed' } as const;
  return {
    data: rows.map(({ id, endpointId, url, type, state, createdAt }) => ({
      id: encodeId('webhookDelivery', id),
      endpointId: encodeId('webhookEndpoint', endpointId),
      ...{ url, type, createdAt: createdAt.toISOString() },
      state: states[state as keyof typeof states] ?? 'pending',
    })),
  };
}

/**
 * Returns a delivery with its body and the log of its attempts.
 * @throws {AppError} webhook_endpoint_not_found; webhook_delivery_not_found.
 */
export async function getDelivery(ctx: Context, endpointId: string, id: string) {
  const { row, isHeld } = await openDelivery(ctx, endpointId, id);
  const [body, attempts] = [await eventBody(ctx, row.eventId), await attemptViews(ctx, row.id)];
  return {
    ...presentDelivery(row, isHeld),
    body: body?.toString('utf8') ?? '',
    log: attempts.map(presentAttempt),
  };
}

/**
 * Resends one delivery immediately. Returns its state after that.
 * @throws {AppError} webhook_endpoint_not_found; webhook_delivery_not_found.
 */
export async function resendDelivery(ctx: Context, wake: WakeEndpoint, endpointId: string, id: string) {
  const { row, url, isHeld } = await openDelivery(ctx, endpointId, id);
  const delivery = await inTransaction(ctx, async (ctx) => {
    await makeDue(ctx, row.endpointId, row.id);
    await auditEndpoint(ctx, 'webhook_endpoint.resent', { id: row.endpointId, url });
    const after = await deliveryView(ctx, row.endpointId, row.id);
    const delivery = presentDelivery(after ?? row, isHeld);
    ctx.setResponse(delivery);
    return delivery;
  });
  await sendNow(ctx, wake, row.endpointId);
  return delivery;
}

/**
 * Resends the deliveries that failed in a span of time. Returns their number, and whether there may be more.
 * @throws {AppError} webhook_endpoint_not_found; validation_failed.
 */
export async function resendFailed(ctx: Context, wake: WakeEndpoint, endpointId: string, span: Span) {
  const { endpoint, key } = await openEndpoint(ctx, endpointId);
  const within = spanOf(span, ctx.clock.now());
  const resent = await inTransaction(ctx, async (ctx) => {
    const count = await makeFailedDue(ctx, key, within, RESEND_MAX);
    if (count > 0) await auditEndpoint(ctx, 'webhook_endpoint.resent', { id: key, url: endpoint.url });
    const resent = { count, isCapped: count === RESEND_MAX };
    ctx.setResponse(resent);
    return resent;
  });
  await sendNow(ctx, wake, key);
  return resent;
}

/**
 * Sends the events of a span of time for which the endpoint has no delivery. Works page by page: after a
 * crash, the same call finds the remaining events, and sends none twice. Returns their number, and where the next
 * call continues when this one has read as many events as one call may.
 * @param scannedMax tests pass a smaller one.
 * @throws {AppError} webhook_endpoint_not_found; validation_failed.
 */
export async function sendMissing(
  ctx: Context,
  wake: WakeEndpoint,
  endpointId: string,
  given: Span & { cursor?: string | undefined },
  scannedMax = SCANNED_MAX,
) {
  const { cursors, db, scope } = ctx;
  const { endpoint, key } = await openEndpoint(ctx, endpointId);
  const span = spanOf(given, ctx.clock.now());
  const name = ['webhook-missing', scope.tenantId, endpointId, given.since, given.until];
  let after = given.cursor ? Number(cursors.read(name, given.cursor)[0]) : 0;
  const types = eventTypesOf(endpoint.events);
  let count = 0;
  for (let scanned = 0; scanned < scannedMax; ) {
    const limit = Math.min(PAGE, scannedMax - scanned);
    const page = await readEventsBetween(db, scope, {
      ...{ names: sourcesOf(types), after, limit },
      ...span,
    });
    const events = page.flatMap((event) => {
      const rendered = renderEvent(scope, event);
      return rendered && types.includes(rendered.type) ? [rendered] : [];
    });
    const before = count;
    // Each page is a change of its own, so none is the answer to an Idempotency-Key.
    count += await inTransaction({ ...ctx, claim: null }, async (ctx) => {
      const deliveries = events.map((event) => ({ endpointId: key, event, cause: 'event' as const }));
      const added = await addDeliveries(ctx, events, deliveries);
      if (before === 0 && added > 0)
        await auditEndpoint(ctx, 'webhook_endpoint.resent', { id: key, url: endpoint.url });
      return added;
    });
    if (count > 0) await sendNow(ctx, wake, key);
    const last = page.at(-1);
    if (!last || page.length < limit) return { count, isCapped: false, nextCursor: null };
    after = last.seq;
    scanned += page.length;
  }
  return { count, isCapped: true, nextCursor: cursors.write(name, [after]) };
}

/** Sends a sample event. Returns its delivery. @throws {AppError} webhook_endpoint_not_found */
export async function sendTest(ctx: Context, wake: WakeEndpoint, endpointId: string, type: WebhookEventType) {
  const { key, isHeld } = await openEndpoint(ctx, endpointId);
  const event = renderSample(ctx.scope, type, ctx.clock.now());
  const sent = await inTransaction(ctx, async (ctx) => {
    await addDeliveries(ctx, [event], [{ endpointId: key, event, cause: 'test' }]);
    const [row] = await deliveryViews(ctx, key, isHeld, { eventId: event.id }, { limit: 1 });
    if (!row) throw new AppError('webhook_endpoint_not_found');
    const delivery = presentDelivery(row, isHeld);
    ctx.setResponse({ id: delivery.id, eventId: delivery.eventId, type });
    return delivery;
  });
  await sendNow(ctx, wake, key);
  return sent;
}

async function openEndpoint(ctx: Context, id: string) {
  const endpoint = await getEndpoint(ctx, id);
  const isHeld = endpoint.state === 'paused' || endpoint.state === 'disabled';
  return { endpoint, key: decodeId(endpoint.id), isHeld };
}

async function openDelivery(ctx: Context, endpointId: string, id: string) {
  const { endpoint, key, isHeld } = await openEndpoint(ctx, endpointId);
  const delivery = tryDecodeId('webhookDelivery', id);
  const row = delivery && (await deliveryView(ctx, key, delivery));
  if (!row) throw new AppError('webhook_delivery_not_found');
  return { row, url: endpoint.url, isHeld };
}

/** Sends due deliveries even if the endpoint is backing off. */
async function sendNow(ctx: Context, wake: WakeEndpoint, endpointId: Buffer): Promise<void> {
  await endRest(ctx, endpointId);
  wake(ctx.scope, endpointId);
}

const NO_END = new Date('9999-12-31T00:00:00Z');

/** Returns the span as dates, without an end by default: after a clock step, events can have future times. */
function spanOf({ since, until }: Span, now: Date) {
  const span = { since: new Date(since), until: until === undefined ? NO_END : new Date(until) };
  if (span.since >= (until === undefined ? now : span.until)) {
    const details = [{ path: 'since', message: 'must be before until (or now)' }];
    throw new AppError('validation_failed', { details });
  }
  return span;
}

function placeOf([createdAt, id]: (string | number)[]) {
  return { createdAt: new Date(Number(createdAt)), id: decodeId(String(id)) };
}
