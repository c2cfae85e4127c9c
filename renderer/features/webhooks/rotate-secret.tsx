import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { api } from '../../lib/api.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { Notice } from '../../ui/notice.tsx';
import { SecretValue } from '../../ui/secret-value.tsx';
import { keepEndpoint } from './webhooks.queries.ts';

/** How long the secret before signs too, in hours. */
const OVERLAPS = [
  {
    hours: 0,
    label: 'Not at all',
    meaning: 'It has leaked: receivers refuse everything until they have the new one',
  },
  { hours: 1, label: '1 hour', meaning: 'For a change that is ready' },
  { hours: 24, label: '24 hours', meaning: 'Enough to change a receiver in working hours' },
  { hours: 168, label: '7 days', meaning: 'For receivers that others run' },
] as const;

/** Makes a new secret and shows it; the one before signs beside it for a while. */
export function RotateSecret({
  endpoint,
  opened,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="Rotate the secret" size="md">
      <RotateBody endpoint={endpoint} onClose={onClose} />
    </Modal>
  );
}

/** Inside the modal, so that the secret is gone when it opens again. */
function RotateBody({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [hours, setHours] = useState<number>(24);
  const [secret, setSecret] = useState<string | null>(null);
  const deed = useDeed(async () => {
    const made = await api.webhookEndpoints.rotateSecret({
      params: { id: endpoint.id },
      body: { overlapHours: hours },
    });
    setSecret(made.secret);
    keepEndpoint(made.endpoint);
  });

  if (secret !== null) {
    return (
      <Stack>
        <Text size="sm">
          {hours === 0
            ? 'Every request is signed with the new secret from now on. Give it to your receiver.'
            : 'From now on every request carries two signatures. Give your receiver the new secret before the other one ends.'}
        </Text>
        <SecretValue value={secret} testId="webhook-secret" />
        <Group justify="flex-end">
          <Button onClick={onClose} data-testid="rotate-done">
            Done
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <Radio.Group
        label="How long does the present secret go on signing?"
        value={String(hours)}
        onChange={(value) => setHours(Number(value))}
      >
        <Stack gap={10} mt={8}>
          {OVERLAPS.map(({ hours: value, label, meaning }) => (
            <Radio
              key={value}
              value={String(value)}
              label={label}
              description={meaning}
              data-testid={`rotate-${value}`}
            />
          ))}
        </Stack>
      </Radio.Group>
      {deed.problem !== null && <Notice tone="bad">{deed.problem}</Notice>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color={hours === 0 ? 'red.8' : undefined}
          loading={deed.isBusy}
          onClick={deed.run}
          data-testid="rotate-run"
        >
          Make a new secret
        </Button>
      </Group>
    </Stack>
  );
}
