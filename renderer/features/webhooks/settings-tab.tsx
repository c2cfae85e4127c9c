import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { formatDate } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DeleteEndpoint } from './delete-endpoint.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { PauseEndpoint } from './pause-endpoint.tsx';
import classes from './settings-tab.module.css';

/** Everything about an endpoint that can be changed, and its end. */
export function SettingsTab({ endpoint, onGone }: { endpoint: WebhookEndpoint; onGone: () => void }) {
  const [isSaved, setSaved] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className={classes.cards}>
      <Card padded>
        <div className={classes.form}>
          <EndpointForm endpoint={endpoint} onSaved={() => setSaved(true)} />
          {isSaved && (
            <div role="status" className={classes.saved}>
              <Notice tone="quiet">Saved. It holds from the next request on.</Notice>
            </div>
          )}
        </div>
      </Card>
      <Card padded>
        <PauseEndpoint endpoint={endpoint} />
      </Card>
      <Card padded>
        <Group justify="space-between" gap="md">
          <div style={{ flex: '1 1 300px' }}>
            <Title order={2} size="h3">
              Delete
            </Title>
            <Text size="sm" c="dimmed" mt={4}>
              Nothing more is sent, and its log goes with it. It was added on {formatDate(endpoint.createdAt)}
              {endpoint.createdBy !== null && ` by ${endpoint.createdBy}`}.
            </Text>
          </div>
          <Button variant="light" color="red" onClick={() => setDeleting(true)} data-testid="endpoint-delete">
            Delete endpoint…
          </Button>
        </Group>
      </Card>
      <DeleteEndpoint
        endpoint={endpoint}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        onGone={onGone}
      />
    </div>
  );
}
