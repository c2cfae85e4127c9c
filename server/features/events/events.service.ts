import type { EventEnvelope } from '../../../shared/events/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { readEvents } from '../../kernel/outbox/relay.ts';
import { envelopeFor } from '../../kernel/realtime/audience.ts';

/**
 * Returns the events that a person missed, filtered by their role. Events are kept for a limited time:
 * `resyncRequired` means that some are missing, so the client must reload everything.
 */
export async function eventsSince(
  { db, scope }: QueryContext,
  { role }: Pick<UserActor, 'role'>,
  query: { since: number; limit: number },
) {
  const { events, latestSeq } = await readEvents(db, scope, query.since, query.limit);
  const first = events[0]?.seq ?? latestSeq + 1;
  return {
    events: events.map((event): EventEnvelope => envelopeFor(role, event)),
    latestSeq,
    resyncRequired: query.since > latestSeq || first > query.since + 1,
  };
}
