import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { refreshMembers } from './members.queries.ts';

/** Refetches the list after every change. */
export const membersRealtime = {
  'invitation.changed': refreshMembers,
  'member.added': refreshMembers,
  'member.changed': refreshMembers,
  'member.removed': refreshMembers,
} satisfies EventHandlers;
