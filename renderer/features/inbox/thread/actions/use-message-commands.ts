import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { useCommands } from '../../../../lib/commands/registry.ts';
import { t } from '../../../../lib/i18n.ts';
import { showErrorToast } from '../../../../lib/toast.ts';
import { isTranslatable, toggleTranslation } from '../../assist/translate/translated.store.ts';
import { useReplyWindow } from '../../composer/use-reply-window.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { cancelScheduled, sendScheduledNow } from '../../outbox/scheduled.actions.ts';
import { isRetryable } from '../bubble/failure-actions.ts';
import { markMessage } from '../store/marked-message.store.ts';
import { retryMessage } from '../store/threads.actions.ts';
import { useThreads } from '../store/threads.store.ts';
import { openOfBubble, useBubbleActions } from './bubble-actions.store.ts';
import { isForwardable } from './forward.ts';
import { copyText, isOnPlatform, linkTo, replyTo, textOf } from './message-actions.ts';
import { openMessageDialog } from './message-dialogs.store.ts';

/** Messages that a person sends within the seconds in which they are held. Those are at the end of the thread. */
const HELD_MAX = 20;

/**
 * Offers what can be done with a message: the one with the focus or under the pointer if it can be done with that, else
 * the newest, from the customer where there is one.
 */
export function useMessageCommands(conversationId: string): void {
  const hasMessages = useThreads((threads) => (threads[conversationId]?.messages.length ?? 0) > 0);
  const hasFailures = useConversations((state) => (state.byId[conversationId]?.failedCount ?? 0) > 0);
  const isHolding = useThreads((threads) =>
    threads[conversationId]?.messages.slice(-HELD_MAX).some(isHeldNow),
  );
  const isScheduling = useThreads((threads) => threads[conversationId]?.messages.some(isScheduled));
  const { isOpen } = useReplyWindow(conversationId);
  const onMessage =
    (fits: (message: ThreadMessage) => boolean, run: (message: ThreadMessage) => void) => () => {
      const message = meant(conversationId, fits);
      if (message) run(message);
    };
  useCommands(
    hasMessages
      ? {
          'app.undo': isHolding ? onMessage(isHeldNow, (message) => void cancel(message)) : null,
          'message.quote': isOpen ? onMessage(isOnPlatform, replyTo) : null,
          'message.react': onMessage(isOnPlatform, showReactions),
          'message.forward': onMessage(isForwardable, (message) => openMessageDialog('forward', message)),
          'message.copy': onMessage(
            (message) => textOf(message) !== '',
            (message) => void copyText(textOf(message)),
          ),
          'message.translate': onMessage(isTranslatable, (message) => toggleTranslation(message.id)),
          'message.retry': hasFailures ? onMessage(isRetryable, (message) => void retry(message)) : null,
          'message.info': onMessage(
            () => true,
            (message) => openMessageDialog('info', message),
          ),
          'message.copyLink': onMessage(
            () => true,
            (message) => void copyText(linkTo(message)),
          ),
          'message.sendNow': isScheduling ? onMessage(isScheduled, (message) => void sendNow(message)) : null,
          'message.cancelScheduled': isScheduling
            ? onMessage(isScheduled, (message) => void cancel(message))
            : null,
        }
      : {},
  );
}

function meant(conversationId: string, fits: (message: ThreadMessage) => boolean): ThreadMessage | undefined {
  const messages = useThreads.getState()[conversationId]?.messages ?? [];
  const { activeId } = useBubbleActions.getState();
  const active = messages.find(({ id }) => id === activeId);
  if (active && fits(active)) return active;
  return (
    messages.findLast((message) => message.direction === 'inbound' && fits(message)) ??
    messages.findLast(fits)
  );
}

/** Opens the reactions of a message, whose bubble may not be on the screen. */
function showReactions({ id, conversationId }: ThreadMessage): void {
  if (!document.querySelector(`[data-testid="message-bubble"][data-id="${id}"]`))
    markMessage(conversationId, id);
  openOfBubble(id, 'reactions');
}

function isHeldNow({ isHeld, status }: ThreadMessage): boolean {
  return isHeld && status === 'scheduled';
}

function isScheduled({ status }: ThreadMessage): boolean {
  return status === 'scheduled';
}

function sendNow(message: ThreadMessage): Promise<void> {
  return sendScheduledNow(message).catch((error) =>
    showErrorToast(t('message-actions:sendNowFailed'), error),
  );
}

function cancel(message: ThreadMessage): Promise<void> {
  return cancelScheduled(message).catch((error) => showErrorToast(t('message-actions:undoFailed'), error));
}

function retry(message: ThreadMessage): Promise<void> {
  return retryMessage(message).catch((error) => showErrorToast(t('message-actions:retryFailed'), error));
}
