import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { SecretValue } from '../../../ui/code/secret-value.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { storeEndpoint } from '../webhooks.queries.ts';

/** The choices for how many hours the previous secret stays valid. */
const OVERLAPS = [0, 1, 24, 168] as const;

/** Creates a new secret and shows it. The previous one stays valid for the chosen time. */
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
    <Modal opened={opened} onClose={onClose} title={t('webhooks:rotate.title')} size="md">
      <RotateBody endpoint={endpoint} onClose={onClose} />
    </Modal>
  );
}

/** Inside the modal, so that it opens without the previous secret. */
function RotateBody({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [hours, setHours] = useState<number>(24);
  const [secret, setSecret] = useState<string | null>(null);
  const rotating = useMutation(async () => {
    const made = await api.webhookEndpoints.rotateSecret({
      params: { id: endpoint.id },
      body: { overlapHours: hours },
    });
    setSecret(made.secret);
    storeEndpoint(made.endpoint);
  });

  if (secret !== null) {
    return (
      <Stack>
        <Text size="sm">{hours === 0 ? t('webhooks:rotate.doneNow') : t('webhooks:rotate.doneOverlap')}</Text>
        <SecretValue value={secret} testId="webhook-secret" />
        <Group justify="flex-end">
          <Button onClick={onClose} data-testid="rotate-done">
            {t('webhooks:done')}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <Radio.Group
        label={t('webhooks:rotate.label')}
        value={String(hours)}
        onChange={(value) => setHours(Number(value))}
      >
        <Stack gap={10} mt={8}>
          {OVERLAPS.map((value) => (
            <Radio
              key={value}
              value={String(value)}
              label={t(`webhooks:rotate.after.${value}.label`)}
              description={t(`webhooks:rotate.after.${value}.hint`)}
              data-testid={`rotate-${value}`}
            />
          ))}
        </Stack>
      </Radio.Group>
      <MutationError mutation={rotating} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <MutationButton
          color={hours === 0 ? 'red.8' : undefined}
          mutation={rotating}
          data-testid="rotate-run"
        >
          {t('webhooks:rotate.run')}
        </MutationButton>
      </Group>
    </Stack>
  );
}
