import { Text } from '@mantine/core';
import type { InferenceKey } from '../../../shared/contract/inference-keys.contract.ts';
import { api } from '../../lib/api.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { refreshInferenceKeys } from './inference.queries.ts';

/** Asks before a key stops working; its name has to be typed. Null keeps it closed. */
export function RevokeModelKey({
  modelKey,
  onClose,
}: {
  modelKey: InferenceKey | null;
  onClose: () => void;
}) {
  const confirmed = useConfirmed(async () => {
    if (!modelKey) return;
    await api.inferenceKeys.revoke({ params: { id: modelKey.id } });
    refreshInferenceKeys();
  }, onClose);

  return (
    <ConfirmModal
      opened={modelKey !== null}
      title="Revoke this key?"
      confirmLabel="Revoke key"
      typeToConfirm={modelKey?.name ?? ''}
      {...confirmed}
    >
      <Text>
        Programs that use <strong>{modelKey?.name}</strong> (<code>{modelKey?.prefix}…</code>) are refused by
        the model from their next call on. This cannot be undone.
      </Text>
    </ConfirmModal>
  );
}
