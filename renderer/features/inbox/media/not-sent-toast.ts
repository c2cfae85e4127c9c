import { contactTitle } from '../../../lib/format/contact-title.ts';
import { t } from '../../../lib/i18n.ts';
import { hideStickyNotice, showStickyNotice } from '../../../ui/overlays/sticky-notice.tsx';
import { useConversations } from '../list/conversations.store.ts';

/** The conversations whose composer is on the screen: it says itself what was not sent. */
const onScreen = new Set<string>();

/** Notes that the composer of a conversation is on the screen; returns how to end that. */
export function noteComposerShown(conversationId: string): () => void {
  onScreen.add(conversationId);
  hideStickyNotice(idOf(conversationId));
  return () => void onScreen.delete(conversationId);
}

/**
 * Says that a message that waited for an upload was not sent, and leads to it, unless its composer is on the screen. It
 * stays until it is closed or the conversation is opened: the person believes that the message was sent.
 */
export function showNotSentToast(conversationId: string, reason: string): void {
  if (onScreen.has(conversationId)) return;
  const contact = useConversations.getState().byId[conversationId]?.contact;
  showStickyNotice({
    id: idOf(conversationId),
    color: 'red',
    title: contact
      ? t('inbox:media.tray.notSent', { name: contactTitle(contact) })
      : t('inbox:media.tray.notSentNameless'),
    message: reason,
    open: t('inbox:media.tray.openConversation'),
    to: { to: '/inbox/{-$conversationId}', params: { conversationId } },
  });
}

const idOf = (conversationId: string) => `not-sent-${conversationId}`;
