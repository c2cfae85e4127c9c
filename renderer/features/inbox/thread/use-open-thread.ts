import { useEffect, useEffectEvent } from 'react';
import { asApiError } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { useInbox } from '../inbox-context.ts';
import { jumpToMessage, loadThread, noteFirstUnread } from './store/threads.actions.ts';

/** Loads a thread: at the message that the address leads to, otherwise at its end. */
export function useOpenThread(conversationId: string): void {
  const { linkedMessageId, onLinked } = useInbox();
  const handleLinked = useEffectEvent(onLinked);

  useEffect(() => {
    if (linkedMessageId === null) return void loadThread(conversationId);
    let isCurrent = true;
    void showMessage(conversationId, linkedMessageId).then(() => {
      // Who has opened another conversation meanwhile stays there.
      if (isCurrent) handleLinked();
    });
    return () => {
      isCurrent = false;
    };
  }, [conversationId, linkedMessageId]);

  // When it is opened again, other messages are new.
  useEffect(() => () => noteFirstUnread(conversationId, null), [conversationId]);
}

/** Shows a message of a thread, or says why it cannot be shown and opens the thread at its end. */
export async function showMessage(conversationId: string, messageId: string): Promise<void> {
  try {
    await jumpToMessage(conversationId, messageId);
  } catch (error) {
    const isMissing = asApiError(error).code === 'message_not_found';
    showErrorToast(t('message-actions:link.failed'), isMissing ? t('message-actions:link.missing') : error);
    await loadThread(conversationId);
  }
}
