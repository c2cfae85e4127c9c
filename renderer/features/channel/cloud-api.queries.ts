import type { CloudApi } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** The polling interval while a request from the platform is expected. */
const WATCH_MS = 2_500;

/** Returns the query for the state of the connection to the platform. Polls while `isWatching`. */
export const cloudApiOptions = (isWatching = false) =>
  queries.cloudApi.get.queryOptions({
    input: {},
    staleTime: 0,
    ...(isWatching && { refetchInterval: WATCH_MS }),
  });

/** Returns the query for the numbers of the business account. */
export const numbersOptions = () =>
  queries.cloudApi.numbers.queryOptions({ input: {}, staleTime: 0, retry: false });

/** Returns the query for the channel state and the number of queued messages. Polls while there are any. */
export const waitingOptions = (isWaiting: boolean) =>
  queries.cloudApi.state.queryOptions({
    input: {},
    enabled: isWaiting,
    ...(isWaiting && { refetchInterval: 10_000 }),
  });

/** Stores the response of a change, which contains the complete state. */
export function storeCloudApi(cloudApi: CloudApi): void {
  queryClient.setQueryData(queries.cloudApi.get.queryKey({ input: {} }), cloudApi);
}

/** Refetches the state of the connection. */
export function refreshCloudApi(): void {
  void queryClient.invalidateQueries({ queryKey: queries.cloudApi.get.key() });
  refreshWaiting();
}

/** Refetches the number of queued messages. */
export function refreshWaiting(): void {
  void queryClient.invalidateQueries({ queryKey: queries.cloudApi.state.key() });
}
