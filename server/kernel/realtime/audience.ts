import type { Role } from '../../../shared/domain/roles.ts';
import { EVENTS, type EventEnvelope } from '../../../shared/events/index.ts';
import type { StoredEvent } from '../outbox/relay.ts';

/** An event as somebody of this role may see it: whole, or its number alone, so that nobody sees a gap. */
export function envelopeFor(role: Role, event: StoredEvent): EventEnvelope {
  const { audience } = EVENTS[event.name];
  return audience === 'everyone' || role !== 'staff' ? event : { seq: event.seq };
}
