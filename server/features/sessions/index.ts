import { type SetupFlow, type SignInLimit, sessionsRoutes } from './sessions.routes.ts';
import { createSessionsService, type SessionsDeps } from './sessions.service.ts';

export { sessionRetention } from './session-retention.ts';
export type { SetupCaller } from './sessions.routes.ts';
export type { SessionsService } from './sessions.service.ts';

/** Signing in and out, and the first run. */
export function registerSessions(deps: SessionsDeps) {
  const service = createSessionsService(deps);
  return { service, routes: (setup: SetupFlow, limit: SignInLimit) => sessionsRoutes(service, setup, limit) };
}
