import { Drawer, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { deliveryOptions } from './webhooks.queries.ts';

/** One delivery in full, beside the list. Null keeps it closed. */
export function DeliveryDrawer({
  endpoint,
  deliveryId,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  deliveryId: string | null;
  onClose: () => void;
}) {
  // What was open is still shown while the drawer goes.
  const [shown, setShown] = useState(deliveryId);
  if (deliveryId !== null && deliveryId !== shown) setShown(deliveryId);
  return (
    <Drawer opened={deliveryId !== null} onClose={onClose} size={680} title="Delivery">
      {shown !== null && <Loaded key={shown} endpoint={endpoint} deliveryId={shown} />}
    </Drawer>
  );
}

function Loaded({ endpoint, deliveryId }: { endpoint: WebhookEndpoint; deliveryId: string }) {
  const { data, error, refetch } = useQuery(deliveryOptions(endpoint.id, deliveryId));
  if (data) return <DeliveryDetail endpoint={endpoint} delivery={data} />;
  if (error) {
    return (
      <ErrorState
        title="The delivery could not be loaded"
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Stack aria-busy="true">
      <Skeleton height={16} width="50%" />
      <Skeleton height={16} width="80%" />
      <Skeleton height={120} />
    </Stack>
  );
}
