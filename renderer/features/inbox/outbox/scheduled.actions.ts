import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { asApiError } from '../../../lib/api/api-error.ts';
import { attachmentOf, editAttachment } from '../attachments/attachments.store.ts';
import { readDraft, readQuote, saveDraft, saveQuote } from '../composer/drafts.store.ts';
import { putBack } from '../media/tray.store.ts';
import { isFile } from '../thread/actions/forward.ts';
import { authorOf, quoteText } from '../thread/actions/message-actions.ts';
import { removeMessage, upsertMessages, useThreads } from '../thread/store/threads.store.ts';
import { returnTemplate, settleOutbox } from './outbox.actions.ts';
import { removePending } from './outbox.store.ts';

/**
 * Cancels a scheduled or held message and puts it back into the composer, before what was typed since, or a template
 * into its form.
 * @throws when it is already on its way, or the server does not respond.
 */
export async function cancelScheduled(message: ThreadMessage): Promise<void> {
  const { id, conversationId, clientId } = message;
  // A repeated request with the same client id would store the message again.
  if (clientId !== null) removePending(clientId);
  await settleOutbox(conversationId);
  try {
    await api.conversations.cancel({ params: { id } });
  } catch (error) {
    // It was cancelled by an earlier request, whose response was lost.
    if (asApiError(error).code !== 'message_not_found') throw error;
  }
  removeMessage(conversationId, id);
  returnContent(message);
}

/** Sends a scheduled message now. @throws when it is already on its way, or the server does not respond. */
export async function sendScheduledNow({ id, conversationId }: ThreadMessage): Promise<void> {
  upsertMessages(conversationId, [await api.conversations.sendNow({ params: { id } })]);
}

function returnContent(message: ThreadMessage): void {
  const { conversationId, clientId, content, caption, type, replyTo, media } = message;
  const attachment = attachmentOf(message);
  if (attachment) editAttachment(conversationId, attachment);
  else if (type === 'template') {
    if (clientId !== null) returnTemplate(conversationId, clientId);
  } else {
    const texts = [content ?? caption ?? '', readDraft(conversationId)].filter((text) => text !== '');
    saveDraft(conversationId, texts.join('\n'));
  }
  const quoted = useThreads.getState()[conversationId]?.messages.find((one) => one.id === replyTo);
  if (quoted && readQuote(conversationId) === null) {
    saveQuote(conversationId, {
      id: quoted.id,
      author: authorOf(quoted) ?? '',
      text: quoteText(quoted),
    });
  }
  if (media && isFile(type)) {
    const { id, mimeType, size, filename } = media;
    putBack(conversationId, { id, kind: type, mimeType, size: size ?? 0, filename });
  }
}
