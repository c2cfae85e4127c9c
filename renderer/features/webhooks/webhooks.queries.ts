import { keepPreviousData } from '@tanstack/react-query';
import type { WebhookDelivery } from '../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import type { WebhookEndpoint } from '../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import type { WebhookSpan } from '../../../shared/contract/webhooks/webhook-overview.ts';
import { api, queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { type DeliveryFilter, spanOf } from './deliveries/delivery-filter.ts';

/** The polling interval of the figures of the last 24 hours, which change without an event. */
const FIGURES_MS = 10_000;
/** The refetch interval of an open log. A page in the background does not refetch. */
const LOG_MS = 2_000;
const PAGE = 50;

/** Returns the query for the webhook endpoints. */
export const endpointsOptions = () => ({
  ...queries.webhookEndpoints.list.queryOptions({ input: {} }),
  staleTime: 0,
  refetchInterval: FIGURES_MS,
});

/** Returns the query for a webhook endpoint. */
export const endpointOptions = (id: string) => ({
  ...queries.webhookEndpoints.get.queryOptions({ input: { params: { id } } }),
  staleTime: 0,
  refetchInterval: FIGURES_MS,
});

/** Returns the query for the deliveries of an endpoint, newest first. Periods end when they are fetched. */
export const deliveriesOptions = (id: string, filter: DeliveryFilter) => ({
  queryKey: [...queries.webhookDeliveries.list.key(), id, filter],
  queryFn: ({ pageParam }: { pageParam: string | undefined }) => {
    const { state, answer, type, eventId } = filter;
    return api.webhookDeliveries.list({
      params: { id },
      query: {
        limit: PAGE,
        ...(state !== undefined && { state }),
        ...(answer !== undefined && { answer }),
        ...(type !== undefined && { type }),
        ...(eventId !== undefined && { eventId }),
        ...spanOf(filter, Date.now()),
        ...(pageParam !== undefined && { cursor: pageParam }),
      },
    });
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
  placeholderData: keepPreviousData,
  staleTime: 0,
  // A refetch loads all pages, so the interval grows with their number.
  refetchInterval: ({ state }: { state: { data?: { pages: unknown[] } } }) =>
    LOG_MS * Math.max(1, state.data?.pages.length ?? 1),
});

/** The refetch interval of the charts. */
const CHARTS_MS: Readonly<Record<WebhookSpan, number>> = { hour: 5_000, day: 10_000, week: 60_000 };

/** Returns the query for the figures of an endpoint over a period that ends now. */
export const overviewOptions = (id: string, span: WebhookSpan) => ({
  ...queries.webhookDeliveries.overview.queryOptions({ input: { params: { id }, query: { span } } }),
  placeholderData: keepPreviousData,
  staleTime: 0,
  refetchInterval: CHARTS_MS[span],
});

/** Returns the query for a delivery with its attempts, which polls while it is open. */
export const deliveryOptions = (id: string, deliveryId: string) => ({
  ...queries.webhookDeliveries.get.queryOptions({ input: { params: { id, deliveryId } } }),
  staleTime: 0,
  refetchInterval: LOG_MS,
});

/** Returns the query for what a test listener got. */
export const listenerRequestsOptions = (id: string) => ({
  ...queries.webhookListener.requests.queryOptions({ input: { params: { id } } }),
  staleTime: 0,
  refetchInterval: LOG_MS,
});

/** Refetches the endpoints. */
export function refreshEndpoints(): void {
  void queryClient.invalidateQueries({ queryKey: queries.webhookEndpoints.key() });
}

/** Refetches the delivery logs. */
export function refreshDeliveries(): void {
  void queryClient.invalidateQueries({ queryKey: queries.webhookDeliveries.key() });
  void queryClient.invalidateQueries({ queryKey: queries.webhookListener.key() });
}

/** Stores an endpoint from a response, so that the open page shows it immediately. */
export function storeEndpoint(endpoint: WebhookEndpoint): void {
  queryClient.setQueryData(endpointOptions(endpoint.id).queryKey, endpoint);
  refreshEndpoints();
}

/** Returns the last known state of an endpoint; null when it was never fetched. */
export function knownState(id: string): WebhookEndpoint['state'] | null {
  const one = queryClient.getQueryData(endpointOptions(id).queryKey);
  const listed = queryClient
    .getQueryData(endpointsOptions().queryKey)
    ?.data.find((endpoint) => endpoint.id === id);
  return (one ?? listed)?.state ?? null;
}

/** Returns the first delivery that failed since the last success; null when there is none any more. */
export async function firstFailure({ id, failingSince }: WebhookEndpoint): Promise<WebhookDelivery | null> {
  if (failingSince === null) return null;
  // Events have the time of their change, so the first failed one is among those of this millisecond.
  const until = new Date(Date.parse(failingSince) + 1).toISOString();
  const query = { since: failingSince, until, limit: PAGE };
  const { data } = await api.webhookDeliveries.list({ params: { id }, query });
  return data.findLast(({ attempts, state }) => attempts > 0 && state !== 'succeeded') ?? null;
}

/** Resends a delivery immediately. */
export async function resend({ id, endpointId }: WebhookDelivery): Promise<void> {
  await api.webhookDeliveries.resend({ params: { id: endpointId, deliveryId: id } });
  refreshDeliveries();
  refreshEndpoints();
}
