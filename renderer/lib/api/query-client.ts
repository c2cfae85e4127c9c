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
