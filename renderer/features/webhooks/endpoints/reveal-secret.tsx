import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { SecretValue } from '../../../ui/code/secret-value.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';

/** Shows the secret. The server asks for the password first. */
export function RevealSecret({
  endpointId,
  opened,
  onClose,
}: {
  endpointId: string;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('webhooks:reveal.title')} size="md">
      <RevealBody endpointId={endpointId} onClose={onClose} />
    </Modal>
  );
}

/** A component inside the modal, so that the modal opens without the previous secret. */
function RevealBody({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const revealing = useMutation(() => api.webhookEndpoints.revealSecret({ params: { id: endpointId } }), {
    onSuccess: (shown) => setSecret(shown.secret),
  });
  if (secret !== null) {
    return (
      <Stack>
        <SecretValue value={secret} testId="webhook-secret" />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('webhooks:done')}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <Text size="sm">{t('webhooks:reveal.note')}</Text>
      <MutationError mutation={revealing} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <MutationButton mutation={revealing} data-testid="secret-show">
          {t('webhooks:security.show')}
        </MutationButton>
      </Group>
    </Stack>
  );
}
