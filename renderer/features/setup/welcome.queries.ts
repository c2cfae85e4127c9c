import type { Welcome } from '../../../shared/contract/welcome.contract.ts';
import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Returns the query for the first steps of the workspace. */
export const welcomeOptions = () => ({
  ...queries.welcome.get.queryOptions({ input: {} }),
  staleTime: 60_000,
});

/** Stores the steps from a response, so that the page and the sidebar show them at once. */
export function storeWelcome(welcome: Welcome): void {
  queryClient.setQueryData(welcomeOptions().queryKey, welcome);
}

/** Returns how many steps are done. */
export function doneSteps({ steps }: Pick<Welcome, 'steps'>): number {
  return Object.values(steps).filter(Boolean).length;
}
