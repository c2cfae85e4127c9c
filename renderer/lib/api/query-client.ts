import { QueryClient } from '@tanstack/react-query';
import { asApiError } from './api-error.ts';

/** The cache of all data that is fetched, not live. Only transient errors are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => asApiError(error).isTransient && failures < 2,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * Asks again what is on the screen, has failed and hangs now. A query without data takes no new request while one is on its
 * way, so that "Try again" would do nothing until that one has reached its time limit.
 */
export async function askAgain(): Promise<void> {
  const hanging = queryClient.getQueryCache().findAll({
    type: 'active',
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined && state.fetchFailureCount > 0,
  });
  await Promise.all(hanging.map((query) => query.cancel({ revert: true })));
  for (const query of hanging) query.fetch().catch(() => undefined);
}
