import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { SecretValue } from '../../../ui/code/secret-value.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Shows the secret after the person has entered their password. */
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

/** A component inside the modal, so that the modal opens without the previous secret and password. */
function RevealBody({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const revealing = useMutation(
    () => api.webhookEndpoints.revealSecret({ params: { id: endpointId }, body: { password } }),
    {
      onSuccess: (shown) => {
        setPassword('');
        setSecret(shown.secret);
      },
    },
  );
  const isWrong = revealing.errorCode === 'invalid_credentials';

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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') revealing.mutate();
      }}
    >
      <Stack>
        <Text size="sm">{t('webhooks:reveal.note')}</Text>
        <PasswordInput
          label={t('webhooks:reveal.password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={isWrong && t('webhooks:reveal.wrong')}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-testid="secret-password"
        />
        {revealing.error !== null && !isWrong && <Notice tone="bad">{revealing.error}</Notice>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            loading={revealing.isPending}
            disabled={password === ''}
            data-testid="secret-show"
          >
            {t('webhooks:security.show')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
