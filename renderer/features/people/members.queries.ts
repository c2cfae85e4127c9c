import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Returns the query for the members of the workspace. */
export const membersOptions = () => queries.members.list.queryOptions({ input: {} });

/** Refetches the members. */
export function refreshMembers(): void {
  void queryClient.invalidateQueries({ queryKey: queries.members.key() });
}
