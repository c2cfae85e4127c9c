import type { z } from 'zod';

/**
 * The definition of an event. `audience` decides who receives its payload: everyone in the workspace, or
 * admins and owners. Others receive only its sequence number, so that they see no gap. `webhook`: integrators
 * can subscribe to it.
 */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  payload: Payload;
  audience: 'everyone' | 'admins';
  webhook: boolean;
}

export function defineEvent<Payload extends z.ZodType>(definition: EventDefinition<Payload>) {
  return definition;
}
