import type { CloudApi } from '../../../shared/contract/cloud-api.contract.ts';
import { queries } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** While something outside is waited for, such as the platform's first question. */
const WATCH_MS = 2_500;

export const cloudApiOptions = (isWatching = false) =>
  queries.cloudApi.get.queryOptions({
    input: {},
    staleTime: 0,
    ...(isWatching && { refetchInterval: WATCH_MS }),
  });

export const numbersOptions = () =>
  queries.cloudApi.numbers.queryOptions({ input: {}, staleTime: 0, retry: false });

/** How messages stand, asked again while they wait. */
export const waitingOptions = (isWaiting: boolean) =>
  queries.cloudApi.state.queryOptions({
    input: {},
    enabled: isWaiting,
    ...(isWaiting && { refetchInterval: 10_000 }),
  });

/** Every change answers with the whole: it is shown at once. */
export function takeCloudApi(cloudApi: CloudApi): void {
  queryClient.setQueryData(queries.cloudApi.get.queryKey({ input: {} }), cloudApi);
}

export function refreshCloudApi(): void {
  void queryClient.invalidateQueries({ queryKey: queries.cloudApi.get.key() });
  refreshWaiting();
}

export function refreshWaiting(): void {
  void queryClient.invalidateQueries({ queryKey: queries.cloudApi.state.key() });
}
