import { queries } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

export const apiKeysOptions = () => queries.apiKeys.list.queryOptions({ input: {} });

export function refreshApiKeys(): void {
  void queryClient.invalidateQueries({ queryKey: queries.apiKeys.key() });
}
