import { queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

/** Fetches the segments and their counts again, after a change. */
export function refreshSegments(): void {
  void queryClient.invalidateQueries({ queryKey: queries.segments.key() });
  void queryClient.invalidateQueries({ queryKey: ['contacts', 'list'] });
}
