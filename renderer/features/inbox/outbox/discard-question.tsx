import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { discardPending } from './outbox.actions.ts';
import type { PendingMessage } from './outbox.store.ts';

/** Asks before a message that was not sent is discarded: its text is stored nowhere else. */
export function DiscardQuestion({
  pending,
  opened,
  onClose,
}: {
  pending: PendingMessage;
  opened: boolean;
  onClose: () => void;
}) {
  const discarding = useMutation(async () => discardPending(pending));
  return (
    <ConfirmModal
      opened={opened}
      title={t('inbox:outbox.discardTitle')}
      confirmLabel={t('inbox:outbox.discard')}
      mutation={discarding}
      onClose={onClose}
    >
      {t('inbox:outbox.discardText')}
    </ConfirmModal>
  );
}
