import type { EventName, EventPayload } from '../../../shared/events/index.ts';

/** The event handlers of a feature. They must be idempotent, because an event can arrive twice. */
export type EventHandlers = { [Name in EventName]?: (payload: EventPayload<Name>) => void };
