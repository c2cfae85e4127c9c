import type { z } from 'zod';

/**
 * An event of the system. `audience` says which people's sockets get its payload: everybody of the
 * workspace, or admins and owners; others receive its sequence number alone, so nobody sees a gap.
 * `webhook` says whether integrators can subscribe to it.
 */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  payload: Payload;
  audience: 'everyone' | 'admins';
  webhook: boolean;
}

export function defineEvent<Payload extends z.ZodType>(definition: EventDefinition<Payload>) {
  return definition;
}
