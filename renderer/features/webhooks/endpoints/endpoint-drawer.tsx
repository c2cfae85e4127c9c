import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../../../shared/contract/access/session.contract.ts';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { eventTypesOf } from '../../../../shared/domain/webhooks/webhook-values.ts';
import { t } from '../../../lib/i18n.ts';
import { SecretValue } from '../../../ui/code/secret-value.tsx';
import { EndpointForm, type NewEndpoint } from './endpoint-form.tsx';
import { ReceiverSnippets } from './receiver-snippets.tsx';
import { SendTest } from './send-test.tsx';

/**
 * Adds an endpoint and shows its secret, or edits one, depending on `subject`. Null keeps it closed. While
 * the secret is shown, Esc and clicks outside do not close it.
 */
export function EndpointDrawer({
  subject,
  session,
  onClose,
  onOpen,
}: {
  subject: WebhookEndpoint | 'new' | null;
  session: Session;
  onClose: () => void;
  onOpen: (id: string) => void;
}) {
  const [made, setMade] = useState<NewEndpoint | null>(null);

  function close(): void {
    onClose();
    setMade(null);
  }

  return (
    <Drawer
      opened={subject !== null}
      onClose={close}
      size={560}
      title={made ? t('webhooks:created.title') : subject === 'new' ? t('webhooks:add') : t('webhooks:edit')}
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
      withCloseButton={made === null}
    >
      {made ? (
        <CreatedEndpoint
          made={made}
          session={session}
          onDone={close}
          onOpen={() => {
            close();
            onOpen(made.endpoint.id);
          }}
        />
      ) : (
        subject !== null && (
          <EndpointForm
            endpoint={subject === 'new' ? null : subject}
            onCreated={setMade}
            onSaved={close}
            onCancel={close}
          />
        )
      )}
    </Drawer>
  );
}

/** Shown after an endpoint was added: its secret, a test, and how a receiver verifies events. */
function CreatedEndpoint({
  made: { endpoint, secret, isTested },
  session,
  onDone,
  onOpen,
}: {
  made: NewEndpoint;
  session: Session;
  onDone: () => void;
  onOpen: () => void;
}) {
  return (
    <Stack gap="lg" data-testid="endpoint-created">
      <div>
        <Title order={2} size="h3" mb={4}>
          {t('webhooks:created.secret')}
        </Title>
        <Text size="sm" mb={10}>
          {t('webhooks:created.secretText')}
        </Text>
        <SecretValue value={secret} testId="webhook-secret" />
      </div>
      {isTested && (
        <div>
          <Title order={2} size="h3" mb={8}>
            {t('webhooks:created.test')}
          </Title>
          <SendTest
            endpointId={endpoint.id}
            type={eventTypesOf(endpoint.events)[0] ?? 'message.received'}
            isSentAtOnce
          />
        </div>
      )}
      <div>
        <Title order={2} size="h3" mb={8}>
          {t('webhooks:created.receiver')}
        </Title>
        <ReceiverSnippets publicUrl={session.publicUrl} />
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone} data-testid="endpoint-done">
          {t('webhooks:done')}
        </Button>
        <Button onClick={onOpen} data-testid="endpoint-open">
          {t('webhooks:created.open')}
        </Button>
      </Group>
    </Stack>
  );
}
