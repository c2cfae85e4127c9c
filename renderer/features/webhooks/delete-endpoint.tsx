import { Text } from '@mantine/core';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { api } from '../../lib/api.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { addressParts } from './webhook-labels.ts';
import { refreshEndpoints } from './webhooks.queries.ts';

/** Asks before an endpoint and its log go; its host has to be typed. */
export function DeleteEndpoint({
  endpoint,
  opened,
  onClose,
  onGone,
}: {
  endpoint: WebhookEndpoint;
  opened: boolean;
  onClose: () => void;
  onGone: () => void;
}) {
  const { host } = addressParts(endpoint.url);
  const confirmed = useConfirmed(async () => {
    await api.webhookEndpoints.remove({ params: { id: endpoint.id } });
    onGone();
    refreshEndpoints();
  }, onClose);
  return (
    <ConfirmModal
      opened={opened}
      title="Delete this endpoint?"
      confirmLabel="Delete endpoint"
      typeToConfirm={host}
      {...confirmed}
    >
      <Text>
        <strong>{host}</strong> is sent nothing more, what waits for it is not sent, and the log of its
        deliveries goes. This cannot be undone.
      </Text>
    </ConfirmModal>
  );
}
