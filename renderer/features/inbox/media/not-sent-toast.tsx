import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { t } from '../../../lib/i18n.ts';
import { onLeave } from '../../../lib/on-leave.ts';
import { openConversationPage } from '../conversation-opener.ts';
import { useConversations } from '../list/conversations.store.ts';

/** The conversations whose composer is on the screen: it says itself what was not sent. */
const onScreen = new Set<string>();
/** The conversations that a toast names: the next person in this tab may not see them. */
const named = new Set<string>();

onLeave(() => {
  for (const id of named) hide(id);
});

/** Notes that the composer of a conversation is on the screen; returns how to end that. */
export function noteComposerShown(conversationId: string): () => void {
  onScreen.add(conversationId);
  hide(conversationId);
  return () => void onScreen.delete(conversationId);
}

/**
 * Says that a message that waited for an upload was not sent, and leads to it, unless its composer is on the screen. It
 * stays until it is closed or the conversation is opened: the person believes that the message was sent.
 */
export function showNotSentToast(conversationId: string, reason: string): void {
  if (onScreen.has(conversationId)) return;
  const contact = useConversations.getState().byId[conversationId]?.contact;
  hide(conversationId);
  named.add(conversationId);
  notifications.show({
    id: idOf(conversationId),
    color: 'red',
    autoClose: false,
    title: contact
      ? t('inbox:media.tray.notSent', { name: contactTitle(contact) })
      : t('inbox:media.tray.notSentNameless'),
    closeButtonProps: { 'aria-label': t('actions.close') },
    message: (
      <>
        <div>{reason}</div>
        <Button
          mt={4}
          ml={-8}
          variant="subtle"
          size="compact-sm"
          onClick={() => openConversationPage(conversationId)}
          data-testid="not-sent-open"
        >
          {t('inbox:media.tray.openConversation')}
        </Button>
      </>
    ),
  });
}

function hide(conversationId: string): void {
  named.delete(conversationId);
  notifications.hide(idOf(conversationId));
}

function idOf(conversationId: string): string {
  return `not-sent-${conversationId}`;
}
