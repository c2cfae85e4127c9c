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

const STEPS = ['testPhone', 'number', 'colleague', 'contacts', 'key'] as const;

/** Returns the steps to show, in their order. A server without the sandbox has no test phones. */
export function stepsOf(welcome: Welcome | undefined): readonly (keyof Welcome['steps'])[] {
  const hasPhone = welcome ? welcome.canOpenTestPhone || welcome.hasTestNumber : false;
  return hasPhone ? STEPS : STEPS.filter((step) => step !== 'testPhone');
}

/** Returns how many of the shown steps are done. */
export function doneSteps(welcome: Welcome): number {
  return stepsOf(welcome).filter((step) => welcome.steps[step]).length;
}
