import type {
  Conversation,
  ThreadMessage,
} from '../../../../shared/contract/inbox/conversations.contract.ts';
import { isWindowOpen } from '../../../../shared/domain/window.ts';
import { t } from '../../../lib/i18n.ts';

/** The platform's error code for a message sent more than 24 hours after the customer's last one. */
const WINDOW_CLOSED_CODE = '131047';

/** Returns what happened to free text that was sent outside the 24 hours, as a sentence. */
export function outsideWindowText(): string {
  return t('inbox:outbox.outsideWindow');
}

/** Returns whether the platform rejected a message because the reply window had closed. */
export function isWindowError({ code }: { code: string }): boolean {
  return code === WINDOW_CLOSED_CODE;
}

/**
 * Returns whether a message was sent outside the 24 hours and not delivered. The platform accepts such a
 * message, so its status is `sent`, but does not deliver it.
 */
export function isBounced({ status, warnings }: ThreadMessage): boolean {
  return status === 'sent' && warnings.includes('window_closed');
}

/** Returns the same for the last message of a row, which has no warnings, so the window decides. */
export function isLastBounced({ lastMessage, windowExpiresAt }: Conversation): boolean {
  return (
    lastMessage !== null &&
    lastMessage.status === 'sent' &&
    lastMessage.type !== 'template' &&
    !isWindowOpen(windowExpiresAt, new Date(lastMessage.createdAt))
  );
}
