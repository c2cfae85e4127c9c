import { eventsRoutes } from './events.routes.ts';
import { createEventsService, type EventsDeps } from './events.service.ts';

/** The event stream of a workspace, for catching up. */
export function registerEvents(deps: EventsDeps) {
  return { routes: eventsRoutes(createEventsService(deps)) };
}
