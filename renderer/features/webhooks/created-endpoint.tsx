import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { SecretValue } from '../../ui/secret-value.tsx';
import type { NewEndpoint } from './endpoint-form.tsx';
import { ReceiverSnippets } from './receiver-snippets.tsx';
import { SendTest } from './send-test.tsx';

/** What follows on a new endpoint: its secret, whether it works, and how a receiver checks what it gets. */
export function CreatedEndpoint({
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
          Its secret
        </Title>
        <Text size="sm" mb={10}>
          Give it to your receiver now: with it the receiver checks that an event comes from here. It is shown
          this once; later it takes your password to see it.
        </Text>
        <SecretValue value={secret} testId="webhook-secret" />
      </div>
      {isTested && (
        <div>
          <Title order={2} size="h3" mb={8}>
            The test event
          </Title>
          <SendTest endpointId={endpoint.id} type={endpoint.events[0] ?? 'message.received'} isSentAtOnce />
        </div>
      )}
      <div>
        <Title order={2} size="h3" mb={8}>
          A receiver that checks it
        </Title>
        <ReceiverSnippets publicUrl={session.publicUrl} />
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone} data-testid="endpoint-done">
          Done
        </Button>
        <Button onClick={onOpen} data-testid="endpoint-open">
          Open endpoint
        </Button>
      </Group>
    </Stack>
  );
}
