import { Group, Radio, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { refreshDeliveries, storeEndpoint } from '../webhooks.queries.ts';

/** Pauses an endpoint, or explains how to resume one that is paused or disabled. */
export function PauseEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const isRunning = endpoint.state === 'active' || endpoint.state === 'failing';
  return (
    <div>
      <Title order={2} size="h3">
        {isRunning ? t('webhooks:pause.title') : t(`webhooks:states.endpoint.${endpoint.state}`)}
      </Title>
      {isRunning ? <Pause endpoint={endpoint} /> : <Resume endpoint={endpoint} />}
    </div>
  );
}

function Pause({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [events, setEvents] = useState<'hold' | 'drop'>('hold');
  const pausing = useMutation(async () => {
    storeEndpoint(await api.webhookEndpoints.pause({ params: { id: endpoint.id }, body: { events } }));
    refreshDeliveries();
  });
  return (
    <Stack mt={4}>
      <Text size="sm" c="dimmed">
        {t('webhooks:pause.text')}
      </Text>
      <Radio.Group
        label={t('webhooks:pause.label')}
        value={events}
        onChange={(value) => setEvents(value === 'drop' ? 'drop' : 'hold')}
      >
        <Stack gap={8} mt={8}>
          <Radio
            value="hold"
            label={t('webhooks:pause.hold')}
            description={t('webhooks:pause.holdHint')}
            data-testid="pause-hold"
          />
          <Radio
            value="drop"
            label={t('webhooks:pause.drop')}
            description={t('webhooks:pause.dropHint')}
            data-testid="pause-drop"
          />
        </Stack>
      </Radio.Group>
      <MutationError mutation={pausing} />
      <Group>
        <MutationButton variant="default" mutation={pausing} data-testid="endpoint-pause">
          {t('webhooks:pause.action')}
        </MutationButton>
      </Group>
    </Stack>
  );
}

function Resume({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {endpoint.state === 'disabled' ? t('webhooks:pause.disabledText') : t('webhooks:pause.pausedText')}
    </Text>
  );
}
