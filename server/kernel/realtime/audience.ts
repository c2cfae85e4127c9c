import type { Role } from '../../../shared/domain/roles.ts';
import { EVENTS, type EventEnvelope } from '../../../shared/events/index.ts';
import type { StoredEvent } from '../outbox/relay.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Returns an event as a role may see it: in full, or only its number, so that there are no gaps. */
export function envelopeFor(role: Role, event: StoredEvent): EventEnvelope {
  const { audience } = EVENTS[event.name];
  return audience === 'everyone' || role !== 'staff' ? event : { seq: event.seq };
}

/** Returns the room of the sockets of a session. */
export function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

/** Returns the room of the devices of a member. */
export function memberRoom(scope: TenantScope, userId: string): string {
  return `tenant:${scope.tenantId}:member:${userId}`;
}
