import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Returns the query for the members of the workspace. */
export const membersOptions = () => queries.members.list.queryOptions({ input: {} });

/** Returns the query for the invitations of the workspace. */
export const invitationsOptions = () => queries.invitations.list.queryOptions({ input: {} });

/** Refetches the members and invitations. */
export function refreshMembers(): void {
  void queryClient.invalidateQueries({ queryKey: queries.members.key() });
  void queryClient.invalidateQueries({ queryKey: queries.invitations.key() });
}
