import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Workers report every second. At the same pace, one that ends is shown as offline within five. */
const LIVE_MS = 1_000;
const SLOWER_MS = 5_000;

/** Counters change while the page is open. */
export const modelKeysOptions = () =>
  queries.inferenceKeys.list.queryOptions({ input: {}, refetchInterval: SLOWER_MS });

export const USAGE_DAYS = 30;

/** The usage of the inference keys by day. */
export const modelUsageOptions = () =>
  queries.inferenceKeys.usage.queryOptions({
    input: { query: { days: USAGE_DAYS } },
    refetchInterval: SLOWER_MS,
  });

/** The inference workers, polled. */
export const workersOptions = () =>
  queries.inferenceWorkers.list.queryOptions({ input: {}, refetchInterval: LIVE_MS });

/** Downloads progress while the page is open. */
export const modelsOptions = () => queries.models.list.queryOptions({ input: {}, refetchInterval: LIVE_MS });

/** The settings of the prompt log. */
export const promptSettingsOptions = () => queries.promptLog.settings.queryOptions({ input: {} });

const LOG_PAGE = 25;

/** The stored calls, page by page, newest first. */
export const promptLogOptions = () =>
  queries.promptLog.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      query: { limit: LOG_PAGE, ...(cursor === undefined ? {} : { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });

/** A stored call with its prompt and answer. */
export const promptOptions = (id: string) =>
  queries.promptLog.get.queryOptions({ input: { params: { id } } });

/** The telemetry of the workers over 15 minutes. */
export const workerHistoryOptions = () =>
  queries.inferenceWorkers.history.queryOptions({ input: {}, refetchInterval: SLOWER_MS });

/** Refetches the inference keys. */
export function refreshInferenceKeys(): void {
  void queryClient.invalidateQueries({ queryKey: queries.inferenceKeys.key() });
}

/** Refetches the models. */
export async function refreshModels(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: queries.models.key() });
}

/** Refetches the prompt log. */
export async function refreshPromptLog(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: queries.promptLog.key() });
}
