import { Modal } from '@mantine/core';
import { t } from '../../../../lib/i18n.ts';
import { ForwardPicker } from './forward-picker.tsx';
import { closeMessageDialog, useMessageDialog } from './message-dialogs.store.ts';
import { MessageInfo } from './message-info.tsx';

/** The dialogs about a message. */
export function MessageDialogs() {
  const { kind, message } = useMessageDialog();
  if (message === null) return null;
  return (
    <>
      <Modal
        opened={kind === 'info'}
        onClose={closeMessageDialog}
        title={t('message-actions:info.title')}
        size={520}
      >
        <MessageInfo message={message} />
      </Modal>
      <Modal
        opened={kind === 'forward'}
        onClose={closeMessageDialog}
        title={t('message-actions:forward.title')}
        size={480}
      >
        <ForwardPicker message={message} onDone={closeMessageDialog} />
      </Modal>
    </>
  );
}
