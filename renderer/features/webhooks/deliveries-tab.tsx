import { Button, Group } from '@mantine/core';
import { IconFilterOff, IconSend2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { isFiltered } from './delivery-filter.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import type { EndpointQuery } from './endpoint-query.ts';
import { deliveriesOptions } from './webhooks.queries.ts';

/** The log of an endpoint. It keeps up by itself while it is looked at; rows stay where they are. */
export function DeliveriesTab({
  endpoint,
  query,
  onQuery,
}: {
  endpoint: WebhookEndpoint;
  query: EndpointQuery;
  onQuery: (query: EndpointQuery) => void;
}) {
  const log = useInfiniteQuery(deliveriesOptions(endpoint.id, query.filter));
  const deliveries = log.data?.pages.flatMap((page) => page.data);
  const isMoreFailed = log.isFetchNextPageError;
  return (
    <>
      <DeliveryFilters filter={query.filter} onFilter={(filter) => onQuery({ ...query, filter })} />
      {deliveries && log.error && (
        <div style={{ marginBottom: 14 }}>
          <Notice tone="bad">
            {isMoreFailed ? 'More could not be loaded.' : 'This is not up to date.'} {log.error.message}
          </Notice>
        </div>
      )}
      <Card>
        {log.error && !deliveries ? (
          <ErrorState
            title="The deliveries could not be loaded"
            message={log.error.message}
            onRetry={() => void log.refetch()}
          />
        ) : deliveries?.length === 0 ? (
          <NoDeliveries
            isFiltered={isFiltered(query.filter)}
            onReset={() => onQuery({ ...query, filter: {} })}
            onTest={() => onQuery({ filter: {}, tab: 'testing' })}
          />
        ) : (
          <DeliveryTable
            deliveries={deliveries ?? null}
            openId={query.delivery ?? null}
            isStale={log.isPlaceholderData}
            onOpen={(delivery) => onQuery({ ...query, delivery })}
          />
        )}
      </Card>
      {deliveries && log.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
            data-testid="deliveries-more"
          >
            {isMoreFailed ? 'Try again' : 'Load more'}
          </Button>
        </Group>
      )}
      <DeliveryDrawer
        endpoint={endpoint}
        deliveryId={query.delivery ?? null}
        onClose={() => onQuery({ ...query, delivery: undefined })}
      />
    </>
  );
}

function NoDeliveries({
  isFiltered: filtered,
  onReset,
  onTest,
}: {
  isFiltered: boolean;
  onReset: () => void;
  onTest: () => void;
}) {
  if (filtered) {
    return (
      <EmptyState
        icon={<IconFilterOff size={26} stroke={1.6} />}
        title="Nothing matches"
        actions={
          <Button variant="default" onClick={onReset} data-testid="deliveries-reset">
            Show all deliveries
          </Button>
        }
      >
        No delivery has this state, event, webhook-id and time.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconSend2 size={26} stroke={1.6} />}
      title="Nothing was sent yet"
      actions={<Button onClick={onTest}>Send a test event</Button>}
    >
      What customers write, and what becomes of your messages, appears here as it is sent.
    </EmptyState>
  );
}
