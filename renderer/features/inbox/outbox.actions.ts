import { api } from '../../lib/api.ts';
import { randomId } from '../../lib/random-id.ts';
import type { TemplatePick } from '../../lib/template-pick.ts';
import { markWindowRefused } from './conversations.store.ts';
import { readDraft, saveDraft, saveTemplateDraft } from './drafts.store.ts';
import { createOutboxSender } from './outbox.sender.ts';
import { type PendingMessage, putPending, removePending } from './outbox.store.ts';
import { openTemplates } from './template-area.store.ts';
import { upsertMessages } from './threads.store.ts';

type TemplateComponents = Parameters<typeof api.templates.send>[0]['body']['components'];

/** A reconnect flushes at once; this is for a server that stumbles while the connection stands. */
const RETRY_AFTER_MS = 8_000;
let retry: ReturnType<typeof setTimeout> | undefined;

const sender = createOutboxSender({
  post: ({ conversationId, content, clientId, template }) =>
    template
      ? api.templates.send({
          params: { id: conversationId },
          body: {
            templateId: template.templateId,
            // The form builds nothing else, and the server reads it with the same schema.
            components: template.components as TemplateComponents,
            clientId,
          },
        })
      : api.conversations.send({ params: { id: conversationId }, body: { content, clientId } }),
  onStored: (message) => upsertMessages(message.conversationId, [message]),
  onWindowClosed: markWindowRefused,
  onPostponed: () => {
    clearTimeout(retry);
    retry = setTimeout(flushOutbox, RETRY_AFTER_MS);
  },
});

/** Takes what was typed into the outbox, which shows it at once, and sends it. */
export function sendText(conversationId: string, content: string): void {
  send(conversationId, { content });
}

/** The same for a filled template: it waits its turn among the texts. */
export function sendTemplate(conversationId: string, { text, ...template }: TemplatePick): void {
  send(conversationId, { content: text, template });
}

function send(conversationId: string, what: Pick<PendingMessage, 'content' | 'template'>): void {
  putPending({
    ...what,
    clientId: randomId(),
    conversationId,
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

/** Takes a refused message back into the composer, before whatever was typed since; a template into its form. */
export function takeBack(item: PendingMessage): void {
  if (item.template) {
    const { templateId, name, values } = item.template;
    saveTemplateDraft(item.conversationId, { templateId, name, values });
    openTemplates(item.conversationId);
    removePending(item.clientId);
    return;
  }
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
