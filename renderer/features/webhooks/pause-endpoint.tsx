import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { api } from '../../lib/api.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { Notice } from '../../ui/notice.tsx';
import { keepEndpoint, refreshDeliveries } from './webhooks.queries.ts';

/** Stops sending for a while, or goes on. */
export function PauseEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const isRunning = endpoint.state === 'active' || endpoint.state === 'failing';
  return (
    <div>
      <Title order={2} size="h3">
        {isRunning ? 'Pause' : endpoint.state === 'paused' ? 'Paused' : 'Disabled'}
      </Title>
      {isRunning ? <Pause endpoint={endpoint} /> : <Resume endpoint={endpoint} />}
    </div>
  );
}

function Pause({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [events, setEvents] = useState<'hold' | 'drop'>('hold');
  const deed = useDeed(async () => {
    keepEndpoint(await api.webhookEndpoints.pause({ params: { id: endpoint.id }, body: { events } }));
    refreshDeliveries();
  });
  return (
    <Stack mt={4}>
      <Text size="sm" c="dimmed">
        Nothing is sent until you resume, for instance while your receiver moves.
      </Text>
      <Radio.Group
        label="What becomes of events meanwhile?"
        value={events}
        onChange={(value) => setEvents(value === 'drop' ? 'drop' : 'hold')}
      >
        <Stack gap={8} mt={8}>
          <Radio
            value="hold"
            label="Hold them"
            description="They wait, and are sent when you resume"
            data-testid="pause-hold"
          />
          <Radio
            value="drop"
            label="Drop them"
            description="They are not sent. For 7 days you can still send them under Replay"
            data-testid="pause-drop"
          />
        </Stack>
      </Radio.Group>
      {deed.problem !== null && <Notice tone="bad">{deed.problem}</Notice>}
      <Group>
        <Button variant="default" loading={deed.isBusy} onClick={deed.run} data-testid="endpoint-pause">
          Pause endpoint
        </Button>
      </Group>
    </Stack>
  );
}

function Resume({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {endpoint.state === 'disabled'
        ? 'Nothing is sent. The notice at the top of this page enables it again; what waits is sent then.'
        : 'Nothing is sent. The notice at the top of this page resumes it.'}
    </Text>
  );
}
