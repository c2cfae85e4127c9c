import { Button, Group } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InferenceKey } from '../../../shared/contract/inference-keys.contract.ts';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { CreateKeyModal } from '../../ui/create-key-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Figure } from '../../ui/figure.tsx';
import { modelKeysOptions } from './inference.queries.ts';
import { ModelKeyForm } from './model-key-form.tsx';
import { ModelKeyTable } from './model-key-table.tsx';
import { ModelUsage } from './model-usage.tsx';
import { RenameModelKey } from './rename-model-key.tsx';
import { RevokeModelKey } from './revoke-model-key.tsx';

/** The keys of the model's endpoint, with what they have done: make, rename, take back. */
export function ModelKeys({ exampleOf }: { exampleOf: (key: string) => string }) {
  const keys = useQuery(modelKeysOptions());
  const [isCreating, setCreating] = useState(false);
  const [renamed, setRenamed] = useState<InferenceKey | null>(null);
  const [revoked, setRevoked] = useState<InferenceKey | null>(null);
  const counters = keys.data?.counters;
  const createButton = (
    <Button
      leftSection={<IconPlus size={18} />}
      disabled={!keys.data}
      onClick={() => setCreating(true)}
      data-testid="model-key-create"
    >
      Create key
    </Button>
  );

  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Group gap="xl" data-testid="model-key-counters">
          <Figure label="Total API keys">{inCount(counters?.total)}</Figure>
          <Figure label="Active keys">{inCount(counters?.active)}</Figure>
          <Figure label="Total invocations">{inCount(counters?.calls)}</Figure>
        </Group>
        {counters?.total !== 0 && createButton}
      </Group>
      <Card>
        {keys.error && !keys.data ? (
          <ErrorState
            title="The keys could not be loaded"
            message={keys.error.message}
            onRetry={() => void keys.refetch()}
          />
        ) : counters?.total === 0 ? (
          <EmptyState icon={<IconKey size={26} stroke={1.6} />} title="No keys yet" actions={createButton}>
            A key lets one program use the model. It is shown once, when it is made; give each program its
            own.
          </EmptyState>
        ) : (
          <ModelKeyTable keys={keys.data?.data ?? null} onRename={setRenamed} onRevoke={setRevoked} />
        )}
      </Card>
      <ModelUsage keys={keys.data?.data ?? []} />
      <CreateKeyModal
        opened={isCreating}
        title="Create a key for the model"
        exampleOf={exampleOf}
        onClose={() => setCreating(false)}
      >
        {(form) => <ModelKeyForm {...form} />}
      </CreateKeyModal>
      <RenameModelKey modelKey={renamed} onClose={() => setRenamed(null)} />
      <RevokeModelKey modelKey={revoked} onClose={() => setRevoked(null)} />
    </>
  );
}

const inCount = (value: number | undefined) => (value === undefined ? '…' : formatCount(value));
