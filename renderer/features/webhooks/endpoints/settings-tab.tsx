import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toast.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { addressParts } from '../webhook-labels.ts';
import { refreshEndpoints } from '../webhooks.queries.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { PauseEndpoint } from './pause-endpoint.tsx';
import classes from './settings-tab.module.css';

/** The settings of an endpoint, and its deletion. */
export function SettingsTab({ endpoint, onDeleted }: { endpoint: WebhookEndpoint; onDeleted: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className={classes.cards}>
      <Card padded>
        <div className={classes.form}>
          <EndpointForm endpoint={endpoint} onSaved={() => showToast(t('webhooks:settings.saved'))} />
        </div>
      </Card>
      <Card padded>
        <PauseEndpoint endpoint={endpoint} />
      </Card>
      <Card padded>
        <Group justify="space-between" gap="md">
          <div style={{ flex: '1 1 300px' }}>
            <Title order={2} size="h3">
              {t('webhooks:settings.delete')}
            </Title>
            <Text size="sm" c="dimmed" mt={4}>
              {t('webhooks:settings.deleteText')}{' '}
              {endpoint.createdBy === null
                ? t('webhooks:settings.added', { date: formatDate(endpoint.createdAt) })
                : t('webhooks:settings.addedBy', {
                    date: formatDate(endpoint.createdAt),
                    name: endpoint.createdBy,
                  })}
            </Text>
          </div>
          <Button
            variant="default"
            c="var(--sb-bad)"
            onClick={() => setDeleting(true)}
            data-testid="endpoint-delete"
          >
            {t('webhooks:settings.deleteEndpoint')}
          </Button>
        </Group>
      </Card>
      <DeleteEndpoint
        endpoint={endpoint}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </div>
  );
}

/** Asks for confirmation before an endpoint and its log are deleted. The person types its host. */
function DeleteEndpoint({
  endpoint,
  opened,
  onClose,
  onDeleted,
}: {
  endpoint: WebhookEndpoint;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { host } = addressParts(endpoint.url);
  const removing = useMutation(
    async () => {
      await api.webhookEndpoints.remove({ params: { id: endpoint.id } });
      onDeleted();
      refreshEndpoints();
    },
    { onSuccess: onClose },
  );
  return (
    <ConfirmModal
      opened={opened}
      title={t('webhooks:delete.title')}
      confirmLabel={t('webhooks:delete.confirm')}
      typeToConfirm={host}
      mutation={removing}
      onClose={onClose}
    >
      <Text>
        <Trans t={t} i18nKey="webhooks:delete.text" values={{ host }} />
      </Text>
    </ConfirmModal>
  );
}
