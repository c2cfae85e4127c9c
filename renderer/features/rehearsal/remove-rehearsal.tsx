import { Text } from '@mantine/core';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { refreshRehearsals } from './rehearsal.realtime.ts';

/** Asks before a rehearsal is deleted with its simulated contacts. Null keeps it closed. */
export function RemoveRehearsal({
  id,
  onClose,
  onRemoved,
}: {
  id: string | null;
  onClose: () => void;
  onRemoved?: () => void;
}) {
  const removing = useMutation(
    async () => {
      if (id !== null) await api.rehearsals.remove({ params: { id } });
    },
    {
      toast: () => t('rehearsals:remove.done'),
      onSuccess: () => {
        onClose();
        onRemoved?.();
        refreshRehearsals();
      },
    },
  );
  return (
    <ConfirmModal
      opened={id !== null}
      title={t('rehearsals:remove.title')}
      confirmLabel={t('rehearsals:remove.confirm')}
      mutation={removing}
      onClose={onClose}
    >
      <Text>{t('rehearsals:remove.text')}</Text>
    </ConfirmModal>
  );
}
