import { api } from '../../../lib/api/api.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast, showToast } from '../../../lib/toast.ts';
import { useConversations } from '../list/conversations.store.ts';
import { settleOutbox } from '../outbox/outbox.actions.ts';
import { useOutbox } from '../outbox/outbox.store.ts';
import { cancelScheduled } from '../outbox/scheduled.actions.ts';
import { upsertMessages, useThreads } from '../thread/store/threads.store.ts';

/** Enough to find what came while a message was on its way. */
const NEWEST = 20;

/**
 * Sends the last message of a conversation, then closes it with `close`, unless it must stay open. `send` passes on what
 * the check before sending repeats later: all of it, so that a message that the check sends by itself also closes.
 */
export async function sendAndClose(
  conversationId: string,
  send: (again: () => void) => void,
  close: (onUndo: () => void) => Promise<void>,
): Promise<void> {
  const again = () => void sendAndClose(conversationId, send, close);
  const onUndo = await sendLast(conversationId, () => send(again));
  if (onUndo !== null) await close(onUndo);
}

/**
 * Sends the last message of a conversation and waits until the server has it. Returns how to take it back; null when the
 * conversation must stay open, which a toast explains, or when the person was asked about the text first.
 */
export async function sendLast(conversationId: string, send: () => void): Promise<(() => void) | null> {
  const before = new Set(pendingIn(conversationId));
  const hasCustomerWritten = watchCustomer(conversationId);
  send();
  const sent = pendingIn(conversationId).filter((clientId) => !before.has(clientId));
  if (sent.length === 0) return null;
  await settleOutbox(conversationId);
  // It waits for the network, or was refused: that is not done with.
  if (pendingIn(conversationId).length > 0) {
    showToast(t('inbox:composer.staysOpen'));
    return null;
  }
  // The server opens a conversation again for what comes after the close, not for what came before it.
  if (await hasCustomerWritten()) {
    const contact = useConversations.getState().byId[conversationId]?.contact;
    const name = contact ? contactTitle(contact) : t('contact.unknown');
    showToast(t('inbox:composer.staysOpenNew', { name }));
    return null;
  }
  return () => void takeBack(conversationId, sent);
}

function pendingIn(conversationId: string): string[] {
  const { pending } = useOutbox.getState();
  return pending.filter((item) => item.conversationId === conversationId).map(({ clientId }) => clientId);
}

/** Notes which messages a conversation has; returns how to find out whether the customer has written since. */
function watchCustomer(id: string): () => Promise<boolean> {
  const thread = useThreads.getState()[id];
  const last = useConversations.getState().byId[id]?.lastMessage ?? null;
  const known = new Set([...(thread?.messages ?? []), ...(last ? [last] : [])].map((message) => message.id));
  // After a jump to an old message, the newest ones are not loaded.
  const hasNewest = thread?.phase === 'ready' && thread.newerCursor === null;

  return async () => {
    // The event of a message may be slower than the response to ours.
    const page = await api.conversations
      .messages({ params: { id }, query: { limit: NEWEST } })
      .catch(() => null);
    if (page) upsertMessages(id, page.data);
    const isComplete = hasNewest && page !== null;
    return (page?.data ?? useThreads.getState()[id]?.messages ?? []).some(
      (message) =>
        message.direction === 'inbound' &&
        !known.has(message.id) &&
        (isComplete || message.createdAt > (last?.createdAt ?? '')),
    );
  };
}

/** Takes the messages back that are still held, the last one first, so that their texts keep their order. */
async function takeBack(conversationId: string, clientIds: readonly string[]): Promise<void> {
  const messages = useThreads.getState()[conversationId]?.messages ?? [];
  const held = messages.filter(
    ({ clientId, status, isHeld }) => isHeld && status === 'scheduled' && clientIds.includes(clientId ?? ''),
  );
  try {
    for (const message of held.reverse()) await cancelScheduled(message);
  } catch (error) {
    showErrorToast(t('message-actions:undoFailed'), error);
  }
}
