import { membersRoutes } from './members.routes.ts';
import type { DisconnectMember } from './members.service.ts';

export { addMember } from './members.service.ts';

/** Wires the people of a workspace. */
export function registerMembers(disconnect: DisconnectMember) {
  return { routes: membersRoutes(disconnect) };
}
