import type { EventName, EventPayload } from '../../shared/events/index.ts';

/** What a feature does about the events it cares for. Handlers may see an event twice and must not mind. */
export type EventHandlers = { [Name in EventName]?: (payload: EventPayload<Name>) => void };
