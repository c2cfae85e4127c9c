import type { EventEnvelope, EventName } from '../../../shared/events/index.ts';
import { isOutage, isUndone } from '../../db/database-errors.ts';
import type { Logger } from '../logging/logger.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** An event as read from the database. */
export type StoredEvent = Required<Omit<EventEnvelope, 'name'>> & { name: EventName };

/** Receives every event at least once, in order within a tenant, except for those that it could not process (decision 0339). */
export type Subscriber = (scope: TenantScope, events: readonly StoredEvent[]) => Promise<void>;

/** Subscribers by name, in the order in which they receive a page. The names are in logs, metrics and jobs. */
export type Subscribers = Readonly<Record<string, Subscriber>>;

/** How far one subscriber has come in each tenant whose events it could not all take. */
export interface Reader {
  /** Whether it may be given events now: it does not wait for its next try. */
  isReady(scope: TenantScope): boolean;
  /** Returns the number of the last event that it took, or that was set aside; 0 when the cursor of the tenant says it. */
  upTo(scope: TenantScope): number;
  /**
   * Passes on the events that it has not taken yet. One that it cannot take is tried again later, in its place, and then set
   * aside, so that it delays the others for seconds.
   * @throws the error of the database while it is away.
   */
  pass(scope: TenantScope, events: readonly StoredEvent[]): Promise<void>;
  /** Forgets how far it has come: the cursor of the tenant says it. */
  forget(scope: TenantScope): void;
}

/** Tries of an event in its place, in about eight seconds. */
const TRIES = 5;
const WAIT_MS = 500;
const WAIT_MAX_MS = 30_000;
/** Events of a tenant that are set aside within an hour. With more, it is not about the event: they wait. */
const ASIDE_MAX = 100;
const ASIDE_MS = 3_600_000;

/** Whether the database is away, which is not about an event. A lock that others hold may be. */
const isAway = (error: unknown) => isOutage(error) && !isUndone(error);

interface Place {
  upTo: number;
  held: { seq: number; tries: number; retryAt: number } | null;
}

/** Creates the reader of a subscriber. What it notes is in memory: after a restart, events are passed again. */
export function createReader(
  name: string,
  receive: Subscriber,
  {
    logger,
    setAside,
    now = () => performance.now(),
  }: {
    logger: Logger;
    /** Stores that the subscriber receives an event later, out of its order. */
    setAside(scope: TenantScope, subscriber: string, event: StoredEvent): Promise<void>;
    now?: () => number;
  },
): Reader {
  const places = new Map<string, Place>();
  const asides = new Map<string, number[]>();

  function placeOf({ tenantId }: TenantScope): Place {
    const place = places.get(tenantId) ?? { upTo: 0, held: null };
    places.set(tenantId, place);
    return place;
  }

  /** Returns when events of a tenant were set aside in the last hour. */
  function recentAsides({ tenantId }: TenantScope): number[] {
    const recent = (asides.get(tenantId) ?? []).filter((at) => now() - at < ASIDE_MS);
    if (recent.length === 0) asides.delete(tenantId);
    else asides.set(tenantId, recent);
    return recent;
  }

  /** Passes on one event; returns false when the subscriber stays at it for now. */
  async function passOne(scope: TenantScope, place: Place, event: StoredEvent): Promise<boolean> {
    try {
      await receive(scope, [event]);
    } catch (error) {
      if (isAway(error)) throw error;
      if (!(await setAsideOrRetry(scope, place, event, error))) return false;
    }
    place.upTo = event.seq;
    place.held = null;
    return true;
  }

  /** Sets an event aside that was tried often enough; returns whether it did. */
  async function setAsideOrRetry(
    scope: TenantScope,
    place: Place,
    { seq, ...event }: StoredEvent,
    error: unknown,
  ): Promise<boolean> {
    const tries = place.held?.seq === seq ? place.held.tries + 1 : 1;
    const recent = recentAsides(scope);
    // Only the first one of an hour is waited for: with one after the other, the tenant would fall behind.
    const isTried = tries >= TRIES || recent.length > 0;
    const about = { err: error, tenantId: scope.tenantId, subscriber: name, seq, event: event.name, tries };
    if (!isTried || recent.length >= ASIDE_MAX) {
      place.held = { seq, tries, retryAt: now() + Math.min(WAIT_MS * 2 ** (tries - 1), WAIT_MAX_MS) };
      logger.warn(about, 'relay failed: a subscriber could not process an event; will retry');
      return false;
    }
    await setAside(scope, name, { seq, ...event });
    asides.set(scope.tenantId, [...recent, now()]);
    logger.error(about, 'a subscriber could not process an event; set aside as a job');
    return true;
  }

  return {
    isReady: ({ tenantId }) => now() >= (places.get(tenantId)?.held?.retryAt ?? 0),
    upTo: ({ tenantId }) => places.get(tenantId)?.upTo ?? 0,
    pass: async (scope, events) => {
      const place = placeOf(scope);
      const rest = events.filter(({ seq }) => seq > place.upTo);
      const last = rest.at(-1);
      if (!last) return;
      if (place.held === null) {
        try {
          await receive(scope, rest);
          place.upTo = last.seq;
          return;
        } catch (error) {
          if (isAway(error)) throw error;
        }
      }
      // One of them is the reason: it is found by passing them one by one.
      for (const event of rest) if (!(await passOne(scope, place, event))) return;
    },
    forget: ({ tenantId }) => places.delete(tenantId),
  };
}
