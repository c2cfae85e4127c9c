import { type SetupFlow, type SignInLimit, sessionsRoutes } from './sessions.routes.ts';
import { createSessionsService, type SessionsDeps } from './sessions.service.ts';

export { removeExpired } from './sessions.repository.ts';
export type { SessionsService } from './sessions.service.ts';

/** Signing in and out, and the first run. */
export function registerSessions(deps: SessionsDeps) {
  const service = createSessionsService(deps);
  return { service, routes: (setup: SetupFlow, limit: SignInLimit) => sessionsRoutes(service, setup, limit) };
}
