import { Drawer } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../../shared/contract/session.contract.ts';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { CreatedEndpoint } from './created-endpoint.tsx';
import { EndpointForm, type NewEndpoint } from './endpoint-form.tsx';

/**
 * Adds an endpoint and shows its secret, or changes one. `subject` says which; null keeps it closed. While the secret
 * shows, neither Esc nor a click beside it closes.
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
      title={made ? 'Endpoint added' : subject === 'new' ? 'Add endpoint' : 'Edit endpoint'}
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
