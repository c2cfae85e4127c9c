import type { Role } from '../../../shared/domain/roles.ts';
import { EVENTS, type EventEnvelope } from '../../../shared/events/index.ts';
import type { StoredEvent } from '../outbox/relay.ts';

/** Returns an event as a role may see it: in full, or only its number, so that there are no gaps. */
export function envelopeFor(role: Role, event: StoredEvent): EventEnvelope {
  const { audience } = EVENTS[event.name];
  return audience === 'everyone' || role !== 'staff' ? event : { seq: event.seq };
}
