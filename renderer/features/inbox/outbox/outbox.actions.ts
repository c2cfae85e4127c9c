import { CAPTION_MAX } from '../../../../shared/contract/send-message.ts';
import { takesCaption } from '../../../../shared/domain/media-limits.ts';
import { api } from '../../../lib/api/api.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { TemplatePick } from '../../../lib/template-pick.ts';
import { readDraft, saveDraft, saveTemplateDraft } from '../composer/drafts.store.ts';
import { openTemplates } from '../composer/template-area.store.ts';
import { markWindowRefused } from '../list/conversations.store.ts';
import { putBack } from '../media/tray.store.ts';
import { upsertMessages } from '../thread/store/threads.store.ts';
import { createOutboxSender } from './outbox.sender.ts';
import { type PendingFile, type PendingMessage, putPending, removePending } from './outbox.store.ts';

type TemplateComponents = Parameters<typeof api.templates.send>[0]['body']['components'];

/** A reconnect flushes at once; this is for a server that stumbles while the connection stands. */
const RETRY_AFTER_MS = 8_000;
let retry: ReturnType<typeof setTimeout> | undefined;

const sender = createOutboxSender({
  post: ({ conversationId, content, clientId, template, media }) =>
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
      : api.conversations.send({
          params: { id: conversationId },
          body: {
            clientId,
            ...(media === null ? { content } : { mediaId: media.id, ...(content === '' ? {} : { content }) }),
          },
        }),
  onStored: (message) => upsertMessages(message.conversationId, [message]),
  onWindowClosed: markWindowRefused,
  onPostponed: () => {
    clearTimeout(retry);
    retry = setTimeout(flushOutbox, RETRY_AFTER_MS);
  },
});

/** Adds a text to the outbox, which shows it at once, and sends it. */
export function sendText(conversationId: string, content: string): void {
  sendAll(conversationId, [{ content, media: null }]);
}

/** The same for a filled template: it waits its turn among the texts. */
export function sendTemplate(conversationId: string, { text, ...template }: TemplatePick): void {
  sendAll(conversationId, [{ content: text, template, media: null }]);
}

/**
 * Sends uploaded files, each a message of its own, in their order. What was typed is the caption of the first;
 * where its kind carries none, it goes before it.
 */
export function sendFiles(conversationId: string, files: readonly PendingFile[], words: string): void {
  const [first] = files;
  const isApart = words !== '' && first !== undefined && !canCarry(first, words);
  sendAll(conversationId, [
    ...(isApart ? [{ content: words, media: null }] : []),
    ...files.map((media, index) => ({ content: index === 0 && !isApart ? words : '', media })),
  ]);
}

function canCarry({ kind }: PendingFile, words: string): boolean {
  return takesCaption(kind) && [...words].length <= CAPTION_MAX;
}

function sendAll(
  conversationId: string,
  parts: readonly Pick<PendingMessage, 'content' | 'template' | 'media'>[],
): void {
  const now = Date.now();
  for (const [index, part] of parts.entries()) {
    putPending({
      ...part,
      clientId: randomId(),
      conversationId,
      // What is read from disk is put in order by this.
      createdAt: new Date(now + index).toISOString(),
      state: 'sending',
      problem: null,
    });
  }
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
  const words = [item.content, readDraft(item.conversationId)].filter((text) => text !== '');
  saveDraft(item.conversationId, words.join('\n'));
  if (item.media) putBack(item.conversationId, item.media);
  removePending(item.clientId);
}

/** Discards a message that was not sent. */
export function discardPending(item: PendingMessage): void {
  removePending(item.clientId);
}

/** Sends everything that waits, when the server is reachable again. */
export function flushOutbox(): void {
  sender.flush();
}
