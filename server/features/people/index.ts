import type { Database } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { deleteEndedLinks } from './access-links.repository.ts';
import { invitationsRoutes, membersRoutes, type PeopleParts } from './members.routes.ts';

export { acceptInvitation, openLink, resetPassword } from './access-links.service.ts';
export { createResetLink, invite } from './invitations.service.ts';
export type { PeopleParts } from './members.routes.ts';
export { addMember, type DisconnectMember, listColleagues } from './members.service.ts';

/** Wires the people of a workspace. */
export function registerMembers(parts: PeopleParts) {
  return { routes: { members: membersRoutes(parts), invitations: invitationsRoutes(parts) } };
}

/** Returns the step that deletes links a month after their end. */
export function accessLinkRetention(db: Database): HousekeepingStep[] {
  return [{ name: 'access_links', sweep: () => inBatches(() => deleteEndedLinks(db, BATCH_ROWS)) }];
}
