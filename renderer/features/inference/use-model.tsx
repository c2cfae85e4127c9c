import { Stack, Text } from '@mantine/core';
import type { Model } from '../../../shared/contract/models.contract.ts';
import { api } from '../../lib/api.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { refreshModels } from './inference.queries.ts';

/** Asks before the model is changed under programs that name the one before. Null keeps it closed. */
export function UseModel({
  model,
  served,
  onClose,
}: {
  model: Model | null;
  served: Model | null;
  onClose: () => void;
}) {
  const confirmed = useConfirmed(async () => {
    if (!model) return;
    await api.models.use({ params: { id: model.id } });
    await refreshModels();
  }, onClose);
  return (
    <ConfirmModal
      opened={model !== null}
      title={`Use ${model?.name}?`}
      confirmLabel="Use this model"
      isHarmless
      {...confirmed}
    >
      <Stack gap="xs">
        <Text>
          It is loaded now, which takes some seconds, and again after every restart. Answers that are being
          written may end first; calls that wait are refused with a sentence that says so.
        </Text>
        <Text>
          Programs name the model in each call: from now on <code>{model?.servedAs}</code>
          {served && (
            <>
              . Those that still ask for <code>{served.servedAs}</code> get a 404
            </>
          )}
          .
        </Text>
      </Stack>
    </ConfirmModal>
  );
}
