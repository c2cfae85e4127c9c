import { queries } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** A worker says every second how it is; asked as often, one that is gone shows within five. */
const LIVE_MS = 1_000;
const SLOWER_MS = 5_000;

/** Calls are counted while the page is open. */
export const modelKeysOptions = () =>
  queries.inferenceKeys.list.queryOptions({ input: {}, refetchInterval: SLOWER_MS });

export const workersOptions = () =>
  queries.inferenceWorkers.list.queryOptions({ input: {}, refetchInterval: LIVE_MS });

export const workerHistoryOptions = () =>
  queries.inferenceWorkers.history.queryOptions({ input: {}, refetchInterval: SLOWER_MS });

export function refreshInferenceKeys(): void {
  void queryClient.invalidateQueries({ queryKey: queries.inferenceKeys.key() });
}
