import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Returns the query for the tags that contacts have. */
export const tagsOptions = () =>
  queryOptions({
    queryKey: ['contacts', 'tags'] as const,
    queryFn: async () => (await api.contacts.tags({ query: {} })).data,
    staleTime: 30_000,
  });
