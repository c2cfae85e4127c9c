import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

export const membersOptions = () => queries.members.list.queryOptions({ input: {} });

export function refreshMembers(): void {
  void queryClient.invalidateQueries({ queryKey: queries.members.key() });
}
