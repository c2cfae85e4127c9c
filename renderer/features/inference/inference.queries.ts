import { keepPreviousData } from '@tanstack/react-query';
import type { WorkerSpan } from '../../../shared/contract/inference/inference-workers.contract.ts';
import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Polls as often as the workers report. A worker that ends is shown as offline within five seconds. */
const LIVE_MS = 1_000;
const SLOWER_MS = 5_000;

/** Returns the query for the inference keys. It polls, because their counters change. */
export const modelKeysOptions = () =>
  queries.inferenceKeys.list.queryOptions({ input: {}, refetchInterval: SLOWER_MS });

export const USAGE_DAYS = 30;

/** Returns the query for the usage of the inference keys by day. */
export const modelUsageOptions = () =>
  queries.inferenceKeys.usage.queryOptions({
    input: { query: { days: USAGE_DAYS } },
    refetchInterval: SLOWER_MS,
  });

/** Returns the query for the inference workers, which polls. */
export const workersOptions = () =>
  queries.inferenceWorkers.list.queryOptions({ input: {}, refetchInterval: LIVE_MS });

/** Returns the query for what has left the machine for the model. */
export const egressOptions = () =>
  queries.inferenceWorkers.egress.queryOptions({ input: {}, refetchInterval: SLOWER_MS });

/** Returns the query for the models. It polls, because downloads progress. */
export const modelsOptions = () => queries.models.list.queryOptions({ input: {}, refetchInterval: LIVE_MS });

/** Returns the query for the settings of the prompt log. */
export const promptSettingsOptions = () => queries.promptLog.settings.queryOptions({ input: {} });

const LOG_PAGE = 25;

/** Returns the query for the pages of stored calls, newest first. */
export const promptLogOptions = () =>
  queries.promptLog.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      query: { limit: LOG_PAGE, ...(cursor === undefined ? {} : { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });

/** Returns the query for a stored call with its prompt and answer. */
export const promptOptions = (id: string) =>
  queries.promptLog.get.queryOptions({ input: { params: { id } } });

/** Returns the query for the telemetry of the workers over a span. A long one has a new value every five minutes. */
export const workerHistoryOptions = (span: WorkerSpan) =>
  queries.inferenceWorkers.history.queryOptions({
    input: { query: { span } },
    refetchInterval: span === 'quarter' ? SLOWER_MS : 60_000,
    placeholderData: keepPreviousData,
  });

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
