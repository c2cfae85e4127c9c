import { createHash } from 'node:crypto';
import type {
  WEBHOOK_DELIVERY_FILTERS,
  WebhookAnswer,
  WebhookEventType,
} from '../../../../shared/domain/webhooks/webhook-values.ts';
import type { Bindings } from '../../../db/database.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { lowestKeyAt, newKey } from '../../../kernel/ids.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';
import type { WebhookAttemptView, WebhookDeliveryView } from './webhook-deliveries.presenter.ts';

/** Values of `webhook_deliveries.state`. Workers claim the pending ones. */
export const DELIVERY_STATE = { pending: 0, succeeded: 2, failed: 3 } as const;

/** An event as sent to endpoints. A test event has no `seq`. */
export interface RenderedEvent {
  id: Buffer;
  seq: number | null;
  type: WebhookEventType;
  contactId: Buffer | null;
  messageId: Buffer | null;
  body: string;
  createdAt: Date;
}

export interface DeliveryFilter {
  state?: (typeof WEBHOOK_DELIVERY_FILTERS)[number] | undefined;
  answer?: WebhookAnswer | undefined;
  type?: string | undefined;
  eventId?: Buffer | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

const AHEAD_OF_ALL = "TIMESTAMP '2000-01-01 00:00:00'";

/** The last responses of each class. An attempt without a response has a time, and no status. */
const ANSWERS: Readonly<Record<WebhookAnswer, string>> = {
  '2xx': 'AND d.last_status BETWEEN 200 AND 299',
  '3xx': 'AND d.last_status BETWEEN 300 AND 399',
  '4xx': 'AND d.last_status BETWEEN 400 AND 499',
  '5xx': 'AND d.last_status BETWEEN 500 AND 599',
  none: 'AND d.last_status IS NULL AND d.last_ms IS NOT NULL',
};

const VIEW = `SELECT d.id, d.endpoint_id AS endpointId, d.event_id AS eventId, d.type, d.cause, d.state, d.attempts,
    d.visible_at AS visibleAt, d.lease_token IS NOT NULL AS isOnItsWay, d.last_status AS lastStatus, d.last_cause AS lastCause, d.last_ms AS lastMs,
    d.last_attempt_at AS lastAttemptAt, d.created_at AS createdAt, e.contact_id AS contactId, e.message_id AS messageId
  FROM webhook_deliveries d
  JOIN webhook_events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id`;

/**
 * Returns deliveries, newest first. `isHeld`: nothing is currently sent to this endpoint, so pending deliveries are
 * held.
 */
export function deliveryViews(
  ctx: QueryContext,
  endpointId: Buffer,
  isHeld: boolean,
  filter: DeliveryFilter,
  page: { after?: { createdAt: Date; id: Buffer }; limit: number },
): Promise<WebhookDeliveryView[]> {
  const { state, answer, type, eventId, since, until } = filter;
  if ((state === 'held' && !isHeld) || (state === 'pending' && isHeld)) return Promise.resolve([]);
  const stored = state && DELIVERY_STATE[state === 'held' || state === 'failing' ? 'pending' : state];
  const conditions = [
    stored === undefined ? '' : 'AND d.state = :stored',
    state === 'failing' ? 'AND d.last_ms IS NOT NULL' : '',
    answer ? ANSWERS[answer] : '',
    type ? 'AND d.type = :type' : '',
    eventId ? 'AND d.event_id = :eventId' : '',
    since ? 'AND d.created_at >= :since' : '',
    until ? 'AND d.created_at < :until' : '',
    page.after ? 'AND (d.created_at < :createdAt OR (d.created_at = :createdAt AND d.id < :id))' : '',
  ];
  return select<WebhookDeliveryView>(
    ctx,
    `${VIEW} WHERE d.tenant_id = :tenantId AND d.endpoint_id = :endpointId ${conditions.join(' ')}
     ORDER BY d.created_at DESC, d.id DESC LIMIT ${Math.trunc(page.limit)}`,
    {
      endpointId,
      ...(stored === undefined ? {} : { stored }),
      ...(type ? { type } : {}),
      ...(eventId ? { eventId } : {}),
      ...(since ? { since } : {}),
      ...(until ? { until } : {}),
      ...(page.after ?? {}),
    },
  );
}

/** Deliveries of a message that are listed, events of its contact that are read for them, and how far clocks may be apart. */
const OF_MESSAGE = { listed: 100, read: 5_000, clocksApartMs: 300_000 };

/** A delivery of an event about a message, with its endpoint. */
interface MessageDeliveryView {
  id: Buffer;
  endpointId: Buffer;
  url: string;
  type: WebhookEventType;
  state: number;
  createdAt: Date;
}

/** Returns the deliveries of a message's events to all endpoints, the oldest first. */
export function messageDeliveryViews(ctx: QueryContext, messageId: Buffer): Promise<MessageDeliveryView[]> {
  // Ids begin with their time, so the events of a message come after it in the index of its contact.
  return select<MessageDeliveryView>(
    ctx,
    `SELECT d.id, d.endpoint_id AS endpointId, p.url, d.type, d.state, d.created_at AS createdAt
     FROM (
       SELECT e.id, e.message_id FROM messages m
         STRAIGHT_JOIN webhook_events e FORCE INDEX (webhook_events_contact)
           ON e.tenant_id = :tenantId AND e.contact_id = m.contact_id AND e.id >= :from
       WHERE m.tenant_id = :tenantId AND m.id = :messageId ORDER BY e.id LIMIT ${OF_MESSAGE.read}
     ) near
     JOIN webhook_deliveries d ON d.tenant_id = :tenantId AND d.event_id = near.id
     JOIN webhook_endpoints p ON p.tenant_id = :tenantId AND p.id = d.endpoint_id
     WHERE near.message_id = :messageId ORDER BY d.created_at, d.id LIMIT ${OF_MESSAGE.listed}`,
    { messageId, from: lowestKeyAt(new Date(messageId.readUIntBE(0, 6) - OF_MESSAGE.clocksApartMs)) },
  );
}

/** Returns one delivery of an endpoint; null when there is none with this id. */
export async function deliveryView(
  ctx: QueryContext,
  endpointId: Buffer,
  id: Buffer,
): Promise<WebhookDeliveryView | null> {
  const [row] = await select<WebhookDeliveryView>(
    ctx,
    `${VIEW} WHERE d.tenant_id = :tenantId AND d.endpoint_id = :endpointId AND d.id = :id`,
    { endpointId, id },
  );
  return row ?? null;
}

/** Returns the body that is sent to endpoints for an event; null when there is none. */
export async function eventBody(ctx: QueryContext, eventId: Buffer): Promise<Buffer | null> {
  const [row] = await select<{ body: Buffer }>(
    ctx,
    'SELECT body FROM webhook_events WHERE tenant_id = :tenantId AND id = :eventId',
    { eventId },
  );
  return row?.body ?? null;
}

/** Returns the last 100 attempts of a delivery, newest first. */
export function attemptViews(ctx: QueryContext, deliveryId: Buffer): Promise<WebhookAttemptView[]> {
  return select<WebhookAttemptView>(
    ctx,
    `SELECT number, cause, started_at AS startedAt, ms, status, failure, detail,
       remote_address AS remoteAddress, request_headers AS requestHeaders, response_headers AS responseHeaders,
       response_body AS responseBody, is_body_cut AS isBodyCut
     FROM webhook_attempts WHERE tenant_id = :tenantId AND delivery_id = :deliveryId ORDER BY id DESC LIMIT 100`,
    { deliveryId },
  );
}

/**
 * Adds events and their deliveries in one transaction. Existing rows stay unchanged, so a second call adds
 * nothing. Returns the number of new deliveries. Nothing is added about a contact that has been deleted: its
 * deletion waits for this transaction, and then finds everything that it has added.
 */
export async function addDeliveries(
  ctx: QueryContext,
  given: readonly RenderedEvent[],
  owedOfGiven: readonly Owed[],
): Promise<number> {
  if (!ctx.tx) return ctx.db.transaction((tx) => addDeliveries({ ...ctx, tx }, given, owedOfGiven));
  if (owedOfGiven.length === 0) return 0;
  const events = await ofLiveContacts(ctx, given);
  const ids = new Set(events.map(({ id }) => id.toString('hex')));
  const owed = owedOfGiven.filter(({ event }) => ids.has(event.id.toString('hex')));
  if (owed.length === 0) return 0;
  await insertRows(
    ctx,
    'webhook_events (id, tenant_id, seq, type, contact_id, message_id, body, created_at)',
    events.map((event) => [
      event.id,
      ctx.scope.key,
      event.seq,
      event.type,
      event.contactId,
      event.messageId,
      event.body,
      event.createdAt,
    ]),
  );
  return insertRows(
    ctx,
    'webhook_deliveries (id, tenant_id, endpoint_id, event_id, type, cause, visible_at, created_at)',
    owed.map(({ endpointId, event, cause, isLive = false }) => [
      isLive && event.seq !== null ? orderedKey(endpointId, event.createdAt, event.seq) : newKey(),
      ctx.scope.key,
      endpointId,
      event.id,
      event.type,
      cause,
      cause === 'test' ? FIRST : isLive ? new DueTime(event.createdAt) : NOW,
      event.createdAt,
    ]),
  );
}

/** Returns the events of contacts that exist; those of one that was merged belong to the contact that has its data. */
async function ofLiveContacts(
  ctx: QueryContext,
  events: readonly RenderedEvent[],
): Promise<readonly RenderedEvent[]> {
  const contactIds = events.flatMap(({ contactId }) => (contactId ? [contactId] : []));
  if (contactIds.length === 0) return events;
  const live = await lockLive(ctx, contactIds);
  const missing = contactIds.filter((id) => !live.has(id.toString('hex')));
  const heirs = missing.length === 0 ? [] : await heirsOf(ctx, missing);
  const liveHeirs =
    heirs.length === 0
      ? live
      : await lockLive(
          ctx,
          heirs.map(({ targetId }) => targetId),
        );
  const ownerOf = (id: Buffer): Buffer | null => {
    if (live.has(id.toString('hex'))) return id;
    const heir = heirs.find(({ sourceId }) => sourceId.equals(id))?.targetId;
    return heir && liveHeirs.has(heir.toString('hex')) ? heir : null;
  };
  return events.flatMap((event) => {
    if (event.contactId === null) return [event];
    const contactId = ownerOf(event.contactId);
    return contactId ? [contactId.equals(event.contactId) ? event : { ...event, contactId }] : [];
  });
}

async function lockLive(ctx: QueryContext, contactIds: readonly Buffer[]): Promise<Set<string>> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM contacts WHERE tenant_id = :tenantId AND id IN (:contactIds)
     ORDER BY id LOCK IN SHARE MODE`,
    { contactIds: [...contactIds] },
  );
  return new Set(rows.map(({ id }) => id.toString('hex')));
}

function heirsOf(ctx: QueryContext, contactIds: readonly Buffer[]) {
  return select<{ sourceId: Buffer; targetId: Buffer }>(
    ctx,
    `SELECT source_id AS sourceId, target_id AS targetId FROM contact_merges
     WHERE tenant_id = :tenantId AND source_id IN (:contactIds)`,
    { contactIds: [...contactIds] },
  );
}

/** Makes a delivery due immediately. A finished one gets one more attempt. Returns the number of changed rows. */
export function makeDue(ctx: QueryContext, endpointId: Buffer, id: Buffer): Promise<number> {
  return run(
    ctx,
    `UPDATE webhook_deliveries SET cause = IF(state = 0, cause, 'resend'), state = 0, visible_at = ${AHEAD_OF_ALL},
       lease_token = IF(state = 0, lease_token, NULL)
     WHERE tenant_id = :tenantId AND endpoint_id = :endpointId AND id = :id
       AND (state <> 0 OR lease_token IS NULL)`,
    { endpointId, id },
  );
}

/**
 * Makes the oldest failed deliveries of a span due: those that failed for good get one more attempt, and those
 * waiting for their next attempt get it now. Returns the number of changed rows; those that are due already are not
 * among them, so that a repeat goes on with the rest.
 */
export function makeFailedDue(
  ctx: QueryContext,
  endpointId: Buffer,
  span: { since: Date; until: Date },
  limit: number,
): Promise<number> {
  return run(
    ctx,
    `UPDATE webhook_deliveries SET cause = IF(state = 3, 'resend', cause), state = 0, visible_at = UTC_TIMESTAMP(3),
       lease_token = NULL
     WHERE tenant_id = :tenantId AND endpoint_id = :endpointId
       AND (state = 3
         OR (state = 0 AND attempts > 0 AND lease_token IS NULL AND visible_at > UTC_TIMESTAMP(3)))
       AND created_at >= :since AND created_at < :until
     ORDER BY created_at, id LIMIT ${Math.trunc(limit)}`,
    { endpointId, ...span },
  );
}

function insertRows(
  { db, tx }: QueryContext,
  into: string,
  rows: readonly (readonly Value[])[],
): Promise<number> {
  const bindings: Bindings = {};
  const lists = rows.map((row, r) => {
    const places = row.map((value, c) => {
      if (value === NOW) return 'UTC_TIMESTAMP(3)';
      if (typeof value === 'symbol') return AHEAD_OF_ALL;
      const name = `v${r}_${c}`;
      bindings[name] = value instanceof DueTime ? value.time : value;
      return value instanceof DueTime ? `LEAST(:${name}, UTC_TIMESTAMP(3))` : `:${name}`;
    });
    return `(${places.join(', ')})`;
  });
  const table = into.split(' ')[0];
  return db.run(
    `INSERT INTO ${into} VALUES ${lists.join(', ')} ON DUPLICATE KEY UPDATE tenant_id = ${table}.tenant_id`,
    bindings,
    tx,
  );
}

/** An endpoint and an event that must be delivered to it. */
export interface Owed {
  endpointId: Buffer;
  event: RenderedEvent;
  cause: 'event' | 'test';
  /** Whether the event has just happened: then it is due in the order of events, on every server. */
  isLive?: boolean;
}

/**
 * Returns a delivery id derived from the position of its event. Two servers that store the same events at the same
 * time give them the same ids, and sorting by id keeps the order of events of one millisecond. The format is that
 * of a UUIDv7: the time, then 42 bits of the event's number, then a digest of the endpoint.
 */
function orderedKey(endpointId: Buffer, createdAt: Date, seq: number): Buffer {
  const key = createHash('sha256').update(endpointId).digest().subarray(0, 16);
  const place = BigInt(seq);
  key.writeUIntBE(createdAt.getTime(), 0, 6);
  key.writeUInt16BE(0x7000 | Number((place >> 30n) & 0xfffn), 6);
  key.writeUInt32BE((0x80000000 | Number(place & 0x3fffffffn)) >>> 0, 8);
  return key;
}

/** A time, or the database's current time if that is earlier. Nothing is due later because a clock was set back. */
class DueTime {
  readonly time: Date;
  constructor(time: Date) {
    this.time = time;
  }
}

/** The current time of the database. */
const NOW = Symbol('now');
/** Ahead of all due deliveries, because a person is waiting. */
const FIRST = Symbol('first');
type Value = Buffer | string | number | Date | null | symbol | DueTime;
