import { queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

/** Returns the query for the custom fields of contacts. Events of fields refetch them. */
export const fieldsOptions = () =>
  queries.contacts.fields.queryOptions({ input: { query: {} }, staleTime: 5 * 60_000 });

/** Refetches the custom fields. */
export function refreshFields(): void {
  void queryClient.invalidateQueries({ queryKey: queries.contacts.fields.key() });
}
