import type { EventName } from '../../../shared/events/index.ts';
import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import type { QueryContext } from '../context/context.ts';
import { encodeId, encodeTenantId } from '../ids.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { enqueueJob, type JobHandler } from '../queue/jobs.ts';
import { mintTenantScope } from '../tenancy/mint-tenant-scope.ts';
import { run } from '../tenancy/rows.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { createReader, type Reader, type StoredEvent, type Subscribers } from './subscriber.ts';

export type { StoredEvent } from './subscriber.ts';

export interface Relay {
  /** A hint that a tenant has new events. */
  wake(tenantId: Buffer): void;
  start(): void;
  stop(): Promise<void>;
  /** Sets an event aside for every subscriber: each receives it as a job, which may be out of its order. */
  setAside(scope: TenantScope, seq: number): Promise<void>;
  /** Gives a subscriber an event that was set aside. */
  readonly job: JobHandler;
}

/** The kind of the jobs with which subscribers receive events that were set aside. */
const SET_ASIDE_JOB = 'relay-event';

const POLL_MS = 500;
const PAGE = 200;
/** Tenants that one poll wakes. */
const TENANTS_AT_ONCE = 100;
/** Before every tenant. */
const FIRST = Buffer.alloc(16);

/**
 * Passes committed events to the subscribers. A wake-up after each commit makes it prompt; the poll makes it
 * reliable: a lost wake-up or a crash in between costs half a second, never an event. A subscriber that cannot take an
 * event does not hold up the others (decision 0339).
 */
export function createRelay(
  database: Database,
  subscribers: Subscribers,
  logger: Logger,
  { eventSetAside }: Pick<Metrics, 'eventSetAside'>,
): Relay {
  const readers = Object.entries(subscribers).map(([name, receive]) => {
    // `increase()` misses the first event unless the counter starts at 0.
    eventSetAside(name, 0);
    return createReader(name, receive, {
      logger,
      setAside: async (scope, subscriber, { seq }) => {
        await enqueueSetAside(database, scope, [subscriber], seq);
        eventSetAside(subscriber, 1);
      },
    });
  });
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** The tenant that the last poll came to, so that those who stay behind do not keep others from their turn. */
  let place: Buffer = FIRST;

  function wake(tenantId: Buffer): void {
    if (stopped) return;
    const name = tenantId.toString('hex');
    if (running.has(name)) {
      again.add(name);
      return;
    }
    const run = drain(tenantId)
      .catch((error) =>
        logger.error({ err: error, tenantId: encodeTenantId(tenantId) }, 'relay failed; will retry'),
      )
      .finally(() => {
        running.delete(name);
        if (again.delete(name)) wake(tenantId);
      });
    running.set(name, run);
  }

  async function drain(tenantId: Buffer): Promise<void> {
    const scope = mintTenantScope(tenantId);
    // The database may fail in what only one of them needs. It tries again with the next poll.
    const failed = new Map<Reader, unknown>();
    for (;;) {
      const ready = readers.filter((reader) => reader.isReady(scope) && !failed.has(reader));
      if (ready.length === 0) break;
      const after = Math.min(...ready.map((reader) => reader.upTo(scope)));
      const events = await nextEvents(database, tenantId, after);
      const last = events.at(-1);
      if (!last) break;
      for (const reader of ready)
        await reader.pass(scope, events).catch((error) => void failed.set(reader, error));
      const places = readers.map((reader) => reader.upTo(scope));
      const upTo = Math.min(...places);
      await markRelayed(database, tenantId, upTo);
      if (upTo === Math.max(...places)) for (const reader of readers) reader.forget(scope);
      // What was committed since then has woken the relay again.
      if (events.length < PAGE) break;
    }
    for (const error of failed.values()) throw error;
  }

  async function poll(): Promise<void> {
    try {
      const behind = await database.select<{ tenant_id: Buffer }>(
        `/* system: relay */ SELECT c.tenant_id FROM tenant_counters c
         LEFT JOIN event_relays r ON r.tenant_id = c.tenant_id
         WHERE c.tenant_id > :place AND c.seq > COALESCE(r.seq, 0)
         ORDER BY c.tenant_id LIMIT ${TENANTS_AT_ONCE}`,
        { place },
      );
      place = (behind.length === TENANTS_AT_ONCE && behind.at(-1)?.tenant_id) || FIRST;
      for (const row of behind) wake(row.tenant_id);
    } catch (error) {
      logger.warn({ err: error }, 'relay poll failed');
    }
    if (!stopped) timer = setTimeout(() => void poll(), POLL_MS);
  }

  return {
    wake,
    start: () => void poll(),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await Promise.allSettled(running.values());
    },
    setAside: (scope, seq) => enqueueSetAside(database, scope, Object.keys(subscribers), seq),
    job: {
      kind: SET_ASIDE_JOB,
      run: async (scope, { subscriber = '', seq = '' }) => {
        const [event] = (await readEvents(database, scope, Number(seq) - 1, 1)).events;
        if (event?.seq !== Number(seq)) {
          // Events are kept for 7 days.
          logger.warn(
            { tenantId: scope.tenantId, subscriber, seq },
            'an event that was set aside is no longer stored',
          );
          return;
        }
        try {
          const receive = subscribers[subscriber];
          if (!receive) throw new Error('this version has no such subscriber');
          await receive(scope, [event]);
        } catch (error) {
          // `admin jobs list` shows these words.
          throw new Error(`${subscriber} could not process event ${seq} (${event.name}): ${error}`, {
            cause: error,
          });
        }
      },
    },
  };
}

/** Stores that subscribers receive an event as a job. */
function enqueueSetAside(
  database: Database,
  scope: TenantScope,
  subscribers: readonly string[],
  seq: number,
): Promise<void> {
  return database.transaction(async (tx) => {
    for (const subscriber of subscribers)
      await enqueueJob(database, scope, tx, SET_ASIDE_JOB, { subscriber, seq: String(seq) });
  });
}

/** Notes that a tenant's events up to a number were passed on. */
export async function markRelayed(database: Database, tenantId: Buffer, seq: number): Promise<void> {
  await database.run(
    `INSERT INTO event_relays (tenant_id, seq) VALUES (:tenantId, :seq)
     ON DUPLICATE KEY UPDATE seq = GREATEST(seq, VALUES(seq))`,
    { tenantId, seq },
  );
}

/** Returns the number up to which a tenant's events were passed on. */
export async function relayedSeq(database: Database, { key: tenantId }: TenantScope): Promise<number> {
  const [row] = await database.select<{ seq: number }>(
    'SELECT seq FROM event_relays WHERE tenant_id = :tenantId',
    { tenantId },
  );
  return Number(row?.seq ?? 0);
}

/** Returns a tenant's next events: after those that every subscriber has taken, and after a number. */
async function nextEvents(database: Database, tenantId: Buffer, after: number): Promise<StoredEvent[]> {
  const rows = await database.select<EventRow>(
    `SELECT ${COLUMNS} FROM ${EVENTS_AND_CONTACTS}
     WHERE e.tenant_id = :tenantId
       AND e.seq > GREATEST(:after, COALESCE((SELECT r.seq FROM event_relays r WHERE r.tenant_id = :tenantId), 0))
     ORDER BY e.seq LIMIT ${PAGE}`,
    { tenantId, after },
  );
  return rows.map(toStoredEvent);
}

const COLUMNS = 'e.seq, e.name, e.payload, e.created_at, e.contact_id AS contactId, c.id AS liveId';
const EVENTS_AND_CONTACTS =
  'events e LEFT JOIN contacts c ON c.tenant_id = e.tenant_id AND c.id = e.contact_id';

interface EventRow {
  seq: number;
  name: string;
  payload: unknown;
  created_at: Date;
  contactId: Buffer | null;
  /** The contact again, if it still exists. */
  liveId: Buffer | null;
}

/** From the commit of its deletion, a contact's events only say that it was deleted (decision 0244). */
function toStoredEvent({ contactId, liveId, ...row }: EventRow): StoredEvent {
  const erased = contactId !== null && liveId === null ? erasedEvent(contactId) : null;
  return {
    seq: Number(row.seq),
    name: erased?.name ?? (row.name as EventName),
    payload: erased?.payload ?? asJson(row.payload),
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns what takes the place of an event of a deleted contact. The number stays: there must be no gaps. */
function erasedEvent(contactId: Buffer) {
  return {
    name: 'contact.deleted',
    // Marked: the event of the deletion itself is another one.
    payload: { id: encodeId('contact', contactId), conversationId: null, isErased: true },
  } as const;
}

/** Overwrites some events of a deleted contact; returns how many, so that the caller knows when it is done. */
export function eraseEvents(ctx: QueryContext, contactId: Buffer, limit: number): Promise<number> {
  const { name, payload } = erasedEvent(contactId);
  const bindings = { contactId, name, payload: JSON.stringify(payload) };
  return run(
    ctx,
    `UPDATE events SET name = :name, payload = :payload, contact_id = NULL
     WHERE tenant_id = :tenantId AND contact_id = :contactId LIMIT ${Math.trunc(limit)}`,
    bindings,
  );
}

/** Overwrites the events of a deleted contact from before events named their contact, which was at most 7 days ago. */
export async function eraseUnnamedEvents(ctx: QueryContext, contactId: Buffer): Promise<void> {
  const { name, payload } = erasedEvent(contactId);
  await run(
    ctx,
    `UPDATE events SET name = :name, payload = :payload
     WHERE tenant_id = :tenantId AND contact_id IS NULL AND name <> :name AND payload LIKE :mention`,
    { name, payload: JSON.stringify(payload), mention: `%"${payload.id}"%` },
  );
}

/**
 * Returns a tenant's events after `since`, and the number of its newest event. The number is read first: read last,
 * it would count an event that was committed in between, and the events would seem to have a gap.
 */
export async function readEvents(database: Database, scope: TenantScope, since: number, limit: number) {
  const tenantId = scope.key;
  const latest = await latestSeq(database, scope);
  const rows = await database.select<EventRow>(
    `SELECT ${COLUMNS} FROM ${EVENTS_AND_CONTACTS}
     WHERE e.tenant_id = :tenantId AND e.seq > :since ORDER BY e.seq LIMIT ${Math.trunc(limit)}`,
    { tenantId, since },
  );
  const events = rows.map(toStoredEvent);
  return { events, latestSeq: Math.max(latest, events.at(-1)?.seq ?? 0) };
}

/** Returns events by name and time, in the order of their numbers, from after `after`. Kept for 7 days. */
export async function readEventsBetween(
  database: Database,
  scope: TenantScope,
  wanted: { names: readonly EventName[]; since: Date; until: Date; after: number; limit: number },
): Promise<StoredEvent[]> {
  const { names, since, until, after } = wanted;
  const rows = await database.select<EventRow>(
    `SELECT ${COLUMNS} FROM ${EVENTS_AND_CONTACTS}
     WHERE e.tenant_id = :tenantId AND e.seq > :after AND e.name IN (:names)
       AND e.created_at >= :since AND e.created_at < :until
     ORDER BY e.seq LIMIT ${Math.trunc(wanted.limit)}`,
    { tenantId: scope.key, names: [...names], since, until, after },
  );
  return rows.map(toStoredEvent);
}

/** Returns the number of the tenant's newest event; 0 before the first. */
export async function latestSeq(database: Database, scope: TenantScope): Promise<number> {
  return (await latestSeqs(database, [scope])).get(scope.tenantId) ?? 0;
}

/** Returns the numbers of the newest events of several tenants, by tenant id. */
export async function latestSeqs(
  database: Database,
  scopes: readonly TenantScope[],
): Promise<ReadonlyMap<string, number>> {
  if (scopes.length === 0) return new Map();
  const rows = await database.select<{ tenantId: Buffer; seq: number }>(
    'SELECT tenant_id AS tenantId, seq FROM tenant_counters WHERE tenant_id IN (:tenantIds)',
    { tenantIds: scopes.map(({ key }) => key) },
  );
  return new Map(rows.map(({ tenantId, seq }) => [encodeTenantId(tenantId), Number(seq)]));
}
