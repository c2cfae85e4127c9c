import { queries } from '../../lib/api/api.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Returns the query for how conversations are assigned. */
export const assignmentOptions = () => queries.assignment.get.queryOptions({ input: {} });

function refreshAssignment(): void {
  void queryClient.invalidateQueries({ queryKey: queries.assignment.key() });
}

/** Fetches the rules again after every change of them, and of the members that they show. */
export const assignmentRealtime = {
  'assignment.changed': refreshAssignment,
  'member.added': refreshAssignment,
  'member.changed': refreshAssignment,
  'member.removed': refreshAssignment,
} satisfies EventHandlers;
