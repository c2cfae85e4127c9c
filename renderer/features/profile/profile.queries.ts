import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Returns the query for the state of the person's second factor. */
export const twoFactorOptions = () => queries.twoFactor.status.queryOptions({ input: {} });

/** Refetches the state of the person's second factor. */
export function refreshTwoFactor(): void {
  void queryClient.invalidateQueries({ queryKey: queries.twoFactor.key() });
}
