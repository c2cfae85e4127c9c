import type { Conversation, ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import { isWindowOpen } from '../../../../shared/domain/window.ts';
import { t } from '../../../lib/i18n.ts';

/** The platform's code for: more than 24 hours since the customer wrote. */
const WINDOW_CLOSED_CODE = '131047';

/** Returns what happened to free text that was sent outside the 24 hours, as a sentence. */
export function outsideWindowText(): string {
  return t('inbox:outbox.outsideWindow');
}

/** The platform refused it because of the 24 hours, whatever words it found for that. */
export function isWindowError({ code }: { code: string }): boolean {
  return code === WINDOW_CLOSED_CODE;
}

/**
 * Whether a message was sent outside the 24 hours and got no further. The platform takes such a message,
 * so its status is `sent`, and then does not deliver it.
 */
export function isBounced({ status, warnings }: ThreadMessage): boolean {
  return status === 'sent' && warnings.includes('window_closed');
}

/** The same about the last message of a row, which carries no warnings: the window says it as well. */
export function isLastBounced({ lastMessage, windowExpiresAt }: Conversation): boolean {
  return (
    lastMessage !== null &&
    lastMessage.status === 'sent' &&
    lastMessage.type !== 'template' &&
    !isWindowOpen(windowExpiresAt, new Date(lastMessage.createdAt))
  );
}
