import type { EventEnvelope } from '../../../shared/events/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { StoredEvent } from '../../kernel/outbox/relay.ts';
import { envelopeFor } from '../../kernel/realtime/audience.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

export interface EventsDeps {
  read(
    scope: TenantScope,
    since: number,
    limit: number,
  ): Promise<{ events: StoredEvent[]; latestSeq: number }>;
}

export type EventsService = ReturnType<typeof createEventsService>;

export function createEventsService({ read }: EventsDeps) {
  return {
    /** What a person missed. Events are kept for a while only: a gap at the start means "load everything anew". */
    async since(actor: UserActor, query: { since: number; limit: number }) {
      const { events, latestSeq } = await read(actor.scope, query.since, query.limit);
      const first = events[0]?.seq ?? latestSeq + 1;
      return {
        events: events.map((event): EventEnvelope => envelopeFor(actor.role, event)),
        latestSeq,
        resyncRequired: query.since > latestSeq || first > query.since + 1,
      };
    },
  };
}
