import { Button, Group, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { InferenceKey } from '../../../../shared/contract/inference/inference-keys.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Figure } from '../../../ui/charts/figure.tsx';
import { CreateKeyModal } from '../../../ui/code/create-key-modal.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListCard } from '../../../ui/list/list-card.tsx';
import { modelKeysOptions, refreshInferenceKeys } from '../inference.queries.ts';
import { ModelKeyForm } from './model-key-form.tsx';
import { ModelKeyTable } from './model-key-table.tsx';
import { ModelUsage } from './model-usage.tsx';
import { RenameModelKey } from './rename-model-key.tsx';

/** The inference keys and their usage: create, rename, revoke. */
export function ModelKeys({ exampleOf }: { exampleOf: (key: string) => string }) {
  const keys = useQuery(modelKeysOptions());
  const [isCreating, setCreating] = useState(false);
  const [renamed, setRenamed] = useState<InferenceKey | null>(null);
  const [revoked, setRevoked] = useState<InferenceKey | null>(null);
  const counters = keys.data?.counters;
  const hasFailed = !keys.data && (keys.error ?? keys.failureReason) !== null;
  const createButton = (
    <Button
      leftSection={<IconPlus size={18} />}
      disabled={!keys.data}
      onClick={() => setCreating(true)}
      data-testid="model-key-create"
    >
      {t('inference:keys.create')}
    </Button>
  );

  return (
    <>
      {!hasFailed && (
        <Group justify="space-between" mb="md" gap="sm">
          <Group gap="xl" data-testid="model-key-counters">
            <Figure label={t('inference:keys.total')}>{countOrEllipsis(counters?.total)}</Figure>
            <Figure label={t('inference:keys.active')}>{countOrEllipsis(counters?.active)}</Figure>
            <Figure label={t('inference:keys.totalInvocations')}>{countOrEllipsis(counters?.calls)}</Figure>
          </Group>
          {counters?.total !== 0 && createButton}
        </Group>
      )}
      <ListCard
        query={keys}
        errorTitle={t('inference:keys.loadFailed')}
        empty={
          counters?.total === 0 && (
            <EmptyState
              icon={<IconKey size={26} stroke={1.6} />}
              title={t('inference:keys.empty.title')}
              actions={createButton}
            >
              {t('inference:keys.empty.text')}
            </EmptyState>
          )
        }
      >
        <ModelKeyTable keys={keys.data?.data ?? null} onRename={setRenamed} onRevoke={setRevoked} />
      </ListCard>
      <ModelUsage keys={keys.data?.data ?? null} />
      <CreateKeyModal
        opened={isCreating}
        title={t('inference:keys.createTitle')}
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

const countOrEllipsis = (value: number | undefined) => (value === undefined ? '…' : formatCount(value));

/** Asks for confirmation by typing the key's name. Null keeps it closed. */
function RevokeModelKey({ modelKey, onClose }: { modelKey: InferenceKey | null; onClose: () => void }) {
  const revoking = useMutation(
    async () => {
      if (!modelKey) return;
      await api.inferenceKeys.revoke({ params: { id: modelKey.id } });
      refreshInferenceKeys();
    },
    { onSuccess: onClose },
  );

  return (
    <ConfirmModal
      opened={modelKey !== null}
      title={t('inference:keys.revokeTitle')}
      confirmLabel={t('inference:keys.revokeConfirm')}
      typeToConfirm={modelKey?.name ?? ''}
      mutation={revoking}
      onClose={onClose}
    >
      <Text>
        <Trans
          t={t}
          i18nKey="inference:keys.revokeText"
          values={{ name: modelKey?.name, prefix: modelKey?.prefix }}
          components={{ strong: <strong />, code: <code /> }}
        />
      </Text>
    </ConfirmModal>
  );
}
