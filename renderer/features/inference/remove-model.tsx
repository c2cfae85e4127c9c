import { Text } from '@mantine/core';
import type { Model } from '../../../shared/contract/models.contract.ts';
import { api } from '../../lib/api.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { refreshModels } from './inference.queries.ts';
import { formatBytes } from './model-format.ts';

/** Asks before gigabytes are deleted that would have to be fetched again. Null keeps it closed. */
export function RemoveModel({ model, onClose }: { model: Model | null; onClose: () => void }) {
  const confirmed = useConfirmed(async () => {
    if (!model) return;
    await api.models.remove({ params: { id: model.id } });
    await refreshModels();
  }, onClose);
  const isWhole = model?.state === 'installed';
  return (
    <ConfirmModal
      opened={model !== null}
      title={isWhole ? 'Remove this model?' : 'Discard this download?'}
      confirmLabel={isWhole ? 'Remove the file' : 'Discard'}
      {...confirmed}
    >
      <Text>
        {isWhole
          ? `The file of ${model.name} is deleted from the server. `
          : `The ${formatBytes(model?.bytes ?? 0)} of ${model?.name} that have come are deleted. `}
        {`To use it again, ${formatBytes(model?.totalBytes ?? 0)} have to be downloaded.`}
      </Text>
    </ConfirmModal>
  );
}
