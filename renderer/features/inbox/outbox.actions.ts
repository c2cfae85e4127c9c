import { api } from '../../lib/api.ts';
import { randomId } from '../../lib/random-id.ts';
import { markWindowRefused } from './conversations.store.ts';
import { readDraft, saveDraft } from './drafts.store.ts';
import { createOutboxSender } from './outbox.sender.ts';
import { type PendingMessage, putPending, removePending } from './outbox.store.ts';
import { upsertMessages } from './threads.store.ts';

/** A reconnect flushes at once; this is for a server that stumbles while the connection stands. */
const RETRY_AFTER_MS = 8_000;
let retry: ReturnType<typeof setTimeout> | undefined;

const sender = createOutboxSender({
  post: ({ conversationId, content, clientId }) =>
    api.conversations.send({ params: { id: conversationId }, body: { content, clientId } }),
  onStored: (message) => upsertMessages(message.conversationId, [message]),
  onWindowClosed: markWindowRefused,
  onPostponed: () => {
    clearTimeout(retry);
    retry = setTimeout(flushOutbox, RETRY_AFTER_MS);
  },
});

/** Takes what was typed into the outbox, which shows it at once, and sends it. */
export function sendText(conversationId: string, content: string): void {
  putPending({
    clientId: randomId(),
    conversationId,
    content,
    createdAt: new Date().toISOString(),
    state: 'sending',
    problem: null,
  });
  void sender.work(conversationId);
}

/** Tries a message again under the same client id. */
export function retryPending(item: PendingMessage): void {
  putPending({ ...item, state: 'sending', problem: null });
  void sender.work(item.conversationId);
}

/** Takes a refused message back into the composer, before whatever was typed since. */
export function takeBack(item: PendingMessage): void {
  const typed = readDraft(item.conversationId);
  saveDraft(item.conversationId, typed === '' ? item.content : `${item.content}\n${typed}`);
  removePending(item.clientId);
}

/** Throws a text away that was not sent. */
export function discardPending(item: PendingMessage): void {
  removePending(item.clientId);
}

/** The way to the server is open again: everything that waits goes. */
export function flushOutbox(): void {
  sender.flush();
}
