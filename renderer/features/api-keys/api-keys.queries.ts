import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Returns the query for the API keys. */
export const apiKeysOptions = () => queries.apiKeys.list.queryOptions({ input: {} });

/** Refetches the list of API keys. */
export function refreshApiKeys(): void {
  void queryClient.invalidateQueries({ queryKey: queries.apiKeys.key() });
}
