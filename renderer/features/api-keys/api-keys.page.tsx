import { Anchor, Button, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { API_KEY_LIMIT, type ApiKey } from '../../../shared/contract/api-keys.contract.ts';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CreateKeyModal } from '../../ui/create-key-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ApiKeyTable } from './api-key-table.tsx';
import { apiKeysOptions } from './api-keys.queries.ts';
import { CreateKeyForm } from './create-key-form.tsx';
import { RevokeKey } from './revoke-key.tsx';

/** The keys that programs use: make one, see who uses which, take one back. */
export function ApiKeysPage({ session }: { session: Session }) {
  const keys = useQuery(apiKeysOptions());
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const count = keys.data?.data.length ?? 0;
  const limit = keys.data?.limit ?? API_KEY_LIMIT;
  const isFull = count >= limit;
  const createButton = (
    <Button
      leftSection={<IconPlus size={18} />}
      disabled={!keys.data || isFull}
      onClick={() => setCreating(true)}
      data-testid="key-create"
    >
      Create key
    </Button>
  );

  return (
    <PageFrame
      title="API keys"
      lead="Programs use a key to read contacts and send messages in the name of this workspace."
      actions={
        <>
          {count > 0 && (
            <Text size="sm" c="dimmed">
              {count} of {limit} used
            </Text>
          )}
          {count > 0 && createButton}
        </>
      }
    >
      {isFull && (
        <div style={{ marginBottom: 14 }}>
          <Notice tone="warn">
            All {limit} keys are in use. Revoke one that nobody needs before you create another.
          </Notice>
        </div>
      )}
      <Card>
        {keys.error && !keys.data ? (
          <ErrorState
            title="The keys could not be loaded"
            message={keys.error.message}
            onRetry={() => void keys.refetch()}
          />
        ) : keys.data && count === 0 ? (
          <EmptyState icon={<IconKey size={26} stroke={1.6} />} title="No keys yet" actions={createButton}>
            A key is shown once, when it is made. Give each program its own, so that you can take it back
            alone.
          </EmptyState>
        ) : (
          <ApiKeyTable keys={keys.data?.data ?? null} onRevoke={setRevoked} />
        )}
      </Card>
      {count > 0 && (
        <div style={{ marginTop: 24 }}>
          <Text size="sm" c="dimmed" mb={6}>
            A first call, with your key in place of YOUR_KEY. Everything else is in the{' '}
            <Anchor
              href={`${session.publicUrl}/api/v1/openapi.json`}
              target="_blank"
              rel="noreferrer"
              inherit
              underline="always"
            >
              reference
            </Anchor>
            .
          </Text>
          <CodeBlock label="Example request" code={curlLine(session, 'YOUR_KEY')} />
        </div>
      )}
      <CreateKeyModal
        opened={isCreating}
        title="Create an API key"
        exampleOf={(key) => curlLine(session, key)}
        onClose={() => setCreating(false)}
      >
        {(form) => <CreateKeyForm {...form} />}
      </CreateKeyModal>
      <RevokeKey apiKey={revoked} onClose={() => setRevoked(null)} />
    </PageFrame>
  );
}

function curlLine({ publicUrl }: Session, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' '${publicUrl.replace(/\/$/, '')}/api/v1/contacts?limit=5'`;
}
