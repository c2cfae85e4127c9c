import { Button, Drawer, Group, Skeleton, Stack } from '@mantine/core';
import { IconFilterOff, IconSend2 } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { EndpointQuery } from '../endpoints/endpoint-query.ts';
import { deliveriesOptions, deliveryOptions } from '../webhooks.queries.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { isFiltered } from './delivery-filter.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';

/** The delivery log of an endpoint. It refreshes while it is open, and rows keep their position. */
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
            {isMoreFailed
              ? t('webhooks:log.moreFailed', { reason: log.error.message })
              : t('webhooks:log.stale', { reason: log.error.message })}
          </Notice>
        </div>
      )}
      <Card>
        {log.error && !deliveries ? (
          <NotLoadedState title={t('webhooks:log.loadFailed')} query={log} />
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
            restingUntil={endpoint.restingUntil}
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
            {isMoreFailed ? t('actions.retry') : t('webhooks:log.more')}
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
        title={t('webhooks:log.noMatch')}
        actions={
          <Button variant="default" onClick={onReset} data-testid="deliveries-reset">
            {t('webhooks:log.showAll')}
          </Button>
        }
      >
        {t('webhooks:log.noMatchText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconSend2 size={26} stroke={1.6} />}
      title={t('webhooks:log.empty')}
      actions={<Button onClick={onTest}>{t('webhooks:sendTest')}</Button>}
    >
      {t('webhooks:log.emptyText')}
    </EmptyState>
  );
}

/** The details of one delivery, next to the list. Null closes it. */
function DeliveryDrawer({
  endpoint,
  deliveryId,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  deliveryId: string | null;
  onClose: () => void;
}) {
  // Keeps showing the last delivery while the drawer closes.
  const [shown, setShown] = useState(deliveryId);
  if (deliveryId !== null && deliveryId !== shown) setShown(deliveryId);
  return (
    <Drawer opened={deliveryId !== null} onClose={onClose} size={680} title={t('webhooks:delivery.title')}>
      {shown !== null && <Loaded key={shown} endpoint={endpoint} deliveryId={shown} />}
    </Drawer>
  );
}

function Loaded({ endpoint, deliveryId }: { endpoint: WebhookEndpoint; deliveryId: string }) {
  const query = useQuery(deliveryOptions(endpoint.id, deliveryId));
  if (query.data) return <DeliveryDetail endpoint={endpoint} delivery={query.data} />;
  if (query.error) return <NotLoadedState title={t('webhooks:delivery.loadFailed')} query={query} />;
  return (
    <Stack aria-busy="true">
      <Skeleton height={16} width="50%" />
      <Skeleton height={16} width="80%" />
      <Skeleton height={120} />
    </Stack>
  );
}
