import type { z } from 'zod';
import type { webhookDeliveriesContract } from '../../../../shared/contract/webhook-deliveries.contract.ts';
import type { WebhookEndpoint } from '../../../../shared/contract/webhook-endpoints.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { WebhookEventType } from '../../../../shared/events/webhook-event.ts';
import type { Database } from '../../../db/database.ts';
import type { Cursors } from '../../../kernel/http/cursor.ts';
import { decodeId, tryDecodeId } from '../../../kernel/ids.ts';
import { readEventsBetween, type StoredEvent } from '../../../kernel/outbox/relay.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { presentAttempt, presentDelivery } from './webhook-deliveries.presenter.ts';
import { type RenderedEvent, WebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';

export interface WebhookDeliveriesDeps {
  database: Database;
  cursors: Cursors;
  now(): Date;
  /** @throws {AppError} webhook_endpoint_not_found */
  getEndpoint(scope: TenantScope, id: string): Promise<WebhookEndpoint>;
  /** The form in which endpoints are sent an event; null for what they are not told of. */
  render(scope: TenantScope, event: StoredEvent): RenderedEvent | null;
  renderSample(scope: TenantScope, type: WebhookEventType, now: Date): RenderedEvent;
  /** Sends what is due, even if the endpoint was given a rest. */
  sendNow(scope: TenantScope, endpointId: Buffer): Promise<void>;
}

type ListQuery = z.output<
  NonNullable<(typeof webhookDeliveriesContract.list)['~orpc']['inputSchema']>
>['query'];
interface Span {
  since: string;
  until?: string | undefined;
}

const AT_A_TIME = 10_000;
const PAGE = 500;

export type WebhookDeliveriesService = ReturnType<typeof createWebhookDeliveriesService>;

export function createWebhookDeliveriesService(deps: WebhookDeliveriesDeps) {
  const { database, cursors } = deps;

  async function open(scope: TenantScope, endpointId: string, id: string) {
    const { key, isHeld } = await openEndpoint(scope, endpointId);
    const delivery = tryDecodeId('webhookDelivery', id);
    const repository = new WebhookDeliveriesRepository(database, scope);
    const row = delivery && (await repository.view(key, delivery));
    if (!row) throw new AppError('webhook_delivery_not_found');
    return { repository, row, isHeld };
  }

  async function openEndpoint(scope: TenantScope, id: string) {
    const endpoint = await deps.getEndpoint(scope, id);
    const isHeld = endpoint.state === 'paused' || endpoint.state === 'disabled';
    return { endpoint, key: decodeId(endpoint.id), isHeld };
  }

  return {
    async list(scope: TenantScope, endpointId: string, query: ListQuery) {
      const { key, isHeld } = await openEndpoint(scope, endpointId);
      const { limit, cursor, since, until, eventId, ...filter } = query;
      const event = eventId === undefined ? undefined : tryDecodeId('webhookEvent', eventId);
      if (event === null) return { data: [], nextCursor: null };
      const name = ['webhook-deliveries', scope.tenantId, endpointId, eventId, since, until, filter];
      const after = cursor ? placeOf(cursors.read(name, cursor)) : undefined;
      const rows = await new WebhookDeliveriesRepository(database, scope).list(
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
    },

    async get(scope: TenantScope, endpointId: string, id: string) {
      const { repository, row, isHeld } = await open(scope, endpointId, id);
      const [body, attempts] = [await repository.body(row.eventId), await repository.attempts(row.id)];
      return {
        ...presentDelivery(row, isHeld),
        body: body?.toString('utf8') ?? '',
        log: attempts.map(presentAttempt),
      };
    },

    async resend(scope: TenantScope, endpointId: string, id: string) {
      const { repository, row, isHeld } = await open(scope, endpointId, id);
      await repository.resend(row.endpointId, row.id);
      await deps.sendNow(scope, row.endpointId);
      const after = await repository.view(row.endpointId, row.id);
      return presentDelivery(after ?? row, isHeld);
    },

    async resendFailed(scope: TenantScope, endpointId: string, span: Span) {
      const { key } = await openEndpoint(scope, endpointId);
      const repository = new WebhookDeliveriesRepository(database, scope);
      const count = await repository.resendFailed(key, spanOf(span, deps.now()), AT_A_TIME);
      await deps.sendNow(scope, key);
      return { count, isCapped: count === AT_A_TIME };
    },

    /** Page by page: what a crash leaves undone is found again by the same call, and nothing twice. */
    async sendMissing(scope: TenantScope, endpointId: string, given: Span) {
      const { endpoint, key } = await openEndpoint(scope, endpointId);
      const span = spanOf(given, deps.now());
      const repository = new WebhookDeliveriesRepository(database, scope);
      let count = 0;
      for (let after = 0; ; ) {
        const page = await readEventsBetween(database, scope, {
          names: endpoint.events,
          ...span,
          after,
          limit: PAGE,
        });
        const events = page.map((event) => deps.render(scope, event)).filter((event) => event !== null);
        count += await repository.add(
          events,
          events.map((event) => ({ endpointId: key, event, cause: 'event' as const })),
        );
        const last = page.at(-1);
        if (count > 0) await deps.sendNow(scope, key);
        if (!last || page.length < PAGE) return { count, isCapped: false };
        if (count >= AT_A_TIME) return { count, isCapped: true };
        after = last.seq;
      }
    },

    async sendTest(scope: TenantScope, endpointId: string, type: WebhookEventType) {
      const { key, isHeld } = await openEndpoint(scope, endpointId);
      const event = deps.renderSample(scope, type, deps.now());
      const repository = new WebhookDeliveriesRepository(database, scope);
      await repository.add([event], [{ endpointId: key, event, cause: 'test' }]);
      await deps.sendNow(scope, key);
      const [row] = await repository.list(key, isHeld, { eventId: event.id }, { limit: 1 });
      if (!row) throw new AppError('webhook_endpoint_not_found');
      return presentDelivery(row, isHeld);
    },
  };
}

const NO_END = new Date('9999-12-31T00:00:00Z');

/**
 * Without `until` a span has no end: events from before a clock step may lie in the future.
 * @throws {AppError} validation_failed for a span that ends before it begins.
 */
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
