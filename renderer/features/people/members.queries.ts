import { queries } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

export const membersOptions = () => queries.members.list.queryOptions({ input: {} });

export function refreshMembers(): void {
  void queryClient.invalidateQueries({ queryKey: queries.members.key() });
}
