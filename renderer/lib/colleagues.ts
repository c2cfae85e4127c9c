import { useQuery } from '@tanstack/react-query';
import type { Colleague } from '../../shared/contract/access/members.contract.ts';
import { queries } from './api/api.ts';
import { queryClient } from './api/query-client.ts';

const NOBODY: readonly Colleague[] = [];

/** Returns the members of the workspace by name, and whether they are loaded. Events of members refetch them. */
export function useColleagues() {
  const { data, error, refetch } = useQuery(
    queries.members.colleagues.queryOptions({ input: {}, staleTime: 5 * 60_000 }),
  );
  return { colleagues: data?.data ?? NOBODY, isLoaded: data !== undefined, error, refetch };
}

/** Fetches the members again, after a change. */
export function refreshColleagues(): void {
  void queryClient.invalidateQueries({ queryKey: queries.members.colleagues.key() });
}
