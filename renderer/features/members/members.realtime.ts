import type { EventHandlers } from '../../lib/event-handlers.ts';
import { refreshMembers } from './members.queries.ts';

/** Somebody changed the team: the list is asked for again. */
export const membersRealtime = {
  'member.added': refreshMembers,
  'member.changed': refreshMembers,
  'member.removed': refreshMembers,
} satisfies EventHandlers;
