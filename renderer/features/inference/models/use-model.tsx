import { Stack, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { refreshModels } from '../inference.queries.ts';

/** Asks for confirmation, and says who answers programs that request the previous model. Null keeps it closed. */
export function UseModel({
  model,
  served,
  onClose,
}: {
  model: Model | null;
  served: Model | null;
  onClose: () => void;
}) {
  const choosing = useMutation(
    async () => {
      if (!model) return;
      await api.models.use({ params: { id: model.id } });
      await refreshModels();
    },
    { onSuccess: onClose },
  );
  return (
    <ConfirmModal
      opened={model !== null}
      title={t('inference:models.use.title', { name: model?.name })}
      confirmLabel={t('inference:models.use.confirm')}
      isHarmless
      mutation={choosing}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>{t('inference:models.use.loads')}</Text>
        <Text>
          <Trans
            t={t}
            i18nKey={namesKey(served)}
            values={{ next: model?.servedAs, before: served?.servedAs }}
            components={{ code: <code /> }}
          />
        </Text>
      </Stack>
    </ConfirmModal>
  );
}

/** Calls for a model of the catalog are always answered; those for a file of one's own only until the next start. */
function namesKey(served: Model | null) {
  if (!served) return 'inference:models.use.names';
  return served.isOwn ? 'inference:models.use.namesInsteadOfOwn' : 'inference:models.use.namesInstead';
}
