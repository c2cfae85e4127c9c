import { membersRoutes } from './members.routes.ts';
import { createMembersService, type MembersDeps } from './members.service.ts';

/** The people of a workspace. */
export function registerMembers(deps: MembersDeps) {
  const service = createMembersService(deps);
  return { service, routes: membersRoutes(service) };
}
