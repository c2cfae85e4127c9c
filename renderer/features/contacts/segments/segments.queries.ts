import { queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

/** Returns the query for the segments of the workspace. */
export const segmentsOptions = () => queries.segments.list.queryOptions({ input: { query: {} } });

/** Returns the query for how many contacts a segment has. */
export const segmentCountOptions = (id: string) =>
  queries.segments.count.queryOptions({ input: { params: { id } }, staleTime: 30_000 });

/** Fetches the segments and their counts again, after a change. */
export function refreshSegments(): void {
  void queryClient.invalidateQueries({ queryKey: queries.segments.key() });
  void queryClient.invalidateQueries({ queryKey: ['contacts', 'list'] });
}

/** Counts the segments on screen again, after contacts have changed. */
export function recountSegments(): void {
  void queryClient.invalidateQueries({ queryKey: queries.segments.count.key() });
}
