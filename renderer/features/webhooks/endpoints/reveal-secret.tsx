import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { asApiError, sentenceOf } from '../../../lib/api-error.ts';
import { t } from '../../../lib/i18n.ts';
import { SecretValue } from '../../../ui/code/secret-value.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Shows the secret after the password was entered. */
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

/** Inside the modal, so that it opens without the previous secret and password. */
function RevealBody({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function reveal(): Promise<void> {
    setBusy(true);
    setWrong(null);
    setProblem(null);
    try {
      const shown = await api.webhookEndpoints.revealSecret({
        params: { id: endpointId },
        body: { password },
      });
      setPassword('');
      setSecret(shown.secret);
    } catch (error) {
      if (asApiError(error).code === 'invalid_credentials') setWrong(t('webhooks:reveal.wrong'));
      else setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

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
        if (password !== '') void reveal();
      }}
    >
      <Stack>
        <Text size="sm">{t('webhooks:reveal.note')}</Text>
        <PasswordInput
          label={t('webhooks:reveal.password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={wrong}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-testid="secret-password"
        />
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={password === ''} data-testid="secret-show">
            {t('webhooks:security.show')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
