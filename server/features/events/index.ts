export { eventsRoutes } from './events.routes.ts';
