import type { EventName } from '../../../shared/events/index.ts';
import type { QueryContext } from '../context/context.ts';
import { decodeId } from '../ids.ts';
import { select } from '../tenancy/rows.ts';

/** The events that say that a message is new or has changed. */
const NAMES: readonly EventName[] = [
  'message.received',
  'message.queued',
  'message.scheduled',
  'message.updated',
  'message.reacted',
  'message.changed',
  'media.updated',
];
/** The event of a contact that was merged into another, whose messages have moved; without the other one, of a deleted contact. */
const REMOVED: EventName = 'contact.deleted';
/** The event of a scheduled message that was canceled, and deleted. */
const CANCELED: EventName = 'message.canceled';
/** The event of a contact that is there again, because its merge was undone: some of the messages have moved back. */
const SPLIT: EventName = 'contact.created';
/** How ids of contacts begin. The function of the database answers "null" for a JSON null. */
const CONTACT = 'ct_';
/** Events that one request looks at, at most. */
const WINDOW = 2_000;

/** A stretch of a workspace's events. */
export interface ChangedMessages {
  /** The messages of the stretch, each once, in the order of their latest change in it. */
  ids: Buffer[];
  /** The contacts that were merged into others, in their order. */
  merges: { contact: string; into: string }[];
  /** The contacts whose merge was undone, in their order. */
  splits: { contact: string; from: string }[];
  /** What is no longer there: contacts with all their messages, and messages that were canceled before their time. */
  deletions: { contacts: string[]; messages: string[] };
  /** The number of the last event of the stretch. */
  seq: number;
  hasMore: boolean;
}

/**
 * Returns which messages the events after a number, and up to another one, are about. Events are numbered in the order of their commits and
 * without gaps, so nothing that commits later has a lower number: who continues at `seq` misses no change.
 */
export async function changedMessages(
  ctx: QueryContext,
  after: number,
  { limit, until = Number.POSITIVE_INFINITY }: { limit: number; until?: number | undefined },
): Promise<ChangedMessages> {
  const latest = Math.max(after, Math.min(until, await latestStored(ctx)));
  const end = Math.min(after + WINDOW, latest);
  const rows = await select<{
    seq: number;
    name: EventName;
    id: string | null;
    into: string | null;
    contact: string | null;
    from: string | null;
  }>(
    ctx,
    `SELECT seq, name, JSON_UNQUOTE(COALESCE(JSON_EXTRACT(payload, '$.message.id'), JSON_EXTRACT(payload, '$.messageId'),
         JSON_EXTRACT(payload, '$.id'))) AS id, JSON_UNQUOTE(JSON_EXTRACT(payload, '$.mergedInto.id')) AS \`into\`,
       JSON_UNQUOTE(JSON_EXTRACT(payload, '$.contact.id')) AS contact, JSON_UNQUOTE(JSON_EXTRACT(payload, '$.splitFrom.id')) AS \`from\`
     FROM events WHERE tenant_id = :tenantId AND seq > :after AND seq <= :end
       AND (name IN (${[...NAMES, REMOVED, CANCELED].map((name) => `'${name}'`).join(', ')})
         OR (name = '${SPLIT}' AND JSON_EXTRACT(payload, '$.splitFrom.id') IS NOT NULL))
     ORDER BY seq LIMIT ${Math.trunc(limit)}`,
    { after, end },
  );
  const seq = rows.length < limit ? Math.max(end, after) : Number(rows.at(-1)?.seq ?? end);
  // The latest position of each.
  const ids = new Set<string>();
  const deleted = { contacts: new Set<string>(), messages: new Set<string>() };
  const merges: ChangedMessages['merges'] = [];
  const splits: ChangedMessages['splits'] = [];
  for (const { name, id, into, contact, from } of rows) {
    if (name === SPLIT) {
      if (contact !== null && from?.startsWith(CONTACT)) splits.push({ contact, from });
      continue;
    }
    if (id === null) continue;
    if (name === REMOVED) {
      if (into?.startsWith(CONTACT)) merges.push({ contact: id, into });
      // Each event of a deleted contact reads as its deletion.
      else deleted.contacts.add(id);
      continue;
    }
    if (name === CANCELED) {
      deleted.messages.add(id);
      continue;
    }
    ids.delete(id);
    ids.add(id);
  }
  const deletions = { contacts: [...deleted.contacts], messages: [...deleted.messages] };
  return { ids: [...ids].map(decodeId), merges, splits, deletions, seq, hasMore: seq < latest };
}

/**
 * Returns the number of the last event before an instant, to begin there; null when events after the instant have
 * been removed already.
 */
export async function seqBefore(ctx: QueryContext, instant: Date | null): Promise<number | null> {
  const [first] = await eventsFrom(ctx, 0);
  if (!first) return latestStored(ctx);
  if (instant === null) return first.seq - 1;
  if (first.seq > 1 && first.createdAt > instant) return null;
  // The first event that is not before the instant, by halves: the time of an event grows with its number.
  let low = first.seq;
  let high = (await latestStored(ctx)) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await eventsFrom(ctx, middle);
    if (!event || event.createdAt >= instant) high = middle;
    else low = event.seq + 1;
  }
  return low - 1;
}

/** Returns whether all events after a number are still stored. */
export async function hasAllAfter(ctx: QueryContext, seq: number): Promise<boolean> {
  const [first] = await eventsFrom(ctx, 0);
  return first ? first.seq <= seq + 1 : (await latestStored(ctx)) <= seq;
}

async function eventsFrom(ctx: QueryContext, seq: number): Promise<{ seq: number; createdAt: Date }[]> {
  const rows = await select<{ seq: number; createdAt: Date }>(
    ctx,
    `SELECT seq, created_at AS createdAt FROM events WHERE tenant_id = :tenantId AND seq >= :seq ORDER BY seq LIMIT 1`,
    { seq },
  );
  return rows.map((row) => ({ seq: Number(row.seq), createdAt: row.createdAt }));
}

async function latestStored(ctx: QueryContext): Promise<number> {
  const [row] = await select<{ seq: number }>(
    ctx,
    'SELECT seq FROM tenant_counters WHERE tenant_id = :tenantId',
  );
  return Number(row?.seq ?? 0);
}
