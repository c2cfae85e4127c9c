import { queries } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

export function refreshInferenceKeys(): void {
  void queryClient.invalidateQueries({ queryKey: queries.inferenceKeys.key() });
}
