import type { AnswerStart } from '../../../../shared/contract/assist/assist.contract.ts';
import type { Attachment } from '../../../../shared/contract/send-message.ts';
import { takesCaption } from '../../../../shared/domain/media-limits.ts';
import { CAPTION_MAX } from '../../../../shared/domain/message-limits.ts';
import { api } from '../../../lib/api/api.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { TemplateDraft, TemplatePick } from '../../../lib/template-pick.ts';
import { useUndoSend } from '../../../lib/undo-send.store.ts';
import { describeAttachment, editAttachment } from '../attachments/attachments.store.ts';
import { readDraft, readQuote, saveDraft, saveQuote, saveTemplateDraft } from '../composer/drafts.store.ts';
import type { Quote } from '../composer/quote.ts';
import { openTemplates } from '../composer/template-area.store.ts';
import type { UsedReply } from '../composer/used-reply.ts';
import { markWindowRejected } from '../list/conversations.store.ts';
import { putBack } from '../media/tray.store.ts';
import { loadNewest } from '../thread/store/threads.actions.ts';
import { upsertMessages } from '../thread/store/threads.store.ts';
import { createOutboxSender } from './outbox.sender.ts';
import { type PendingFile, type PendingMessage, putPending, removePending } from './outbox.store.ts';
import { lastSeenIn, markSeen } from './seen-answers.ts';

type TemplateComponents = Parameters<typeof api.templates.send>[0]['body']['components'];

/** The interval of retries while connected. A reconnect sends all messages immediately. */
const RETRY_AFTER_MS = 8_000;
let retry: ReturnType<typeof setTimeout> | undefined;

const sender = createOutboxSender({
  post: ({
    conversationId,
    content,
    clientId,
    template,
    media,
    voice,
    attachment,
    lastSeenId,
    quote,
    sendAt,
    hold,
    savedReply,
    assist,
  }) =>
    template
      ? api.templates.send({
          params: { id: conversationId },
          body: {
            templateId: template.templateId,
            // The form builds only valid components, and the server validates them.
            components: template.components as TemplateComponents,
            clientId,
            lastSeenId,
            ...(sendAt === undefined ? {} : { sendAt }),
            ...(hold && sendAt === undefined ? { hold } : {}),
          },
        })
      : api.conversations.send({
          params: { id: conversationId },
          body: {
            clientId,
            lastSeenId,
            ...(quote ? { replyTo: quote.id } : {}),
            ...(savedReply ? { savedReply } : {}),
            ...(assist ? { assist } : {}),
            ...(sendAt === undefined ? {} : { sendAt }),
            ...(hold && sendAt === undefined ? { hold } : {}),
            ...(attachment
              ? { attachment }
              : media === null
                ? { content }
                : {
                    mediaId: media.id,
                    ...(content === '' ? {} : { content }),
                    ...(voice ? { voice } : {}),
                  }),
          },
        }),
  onStored: (message) => upsertMessages(message.conversationId, [message]),
  onWindowClosed: markWindowRejected,
  // Its event usually comes first; without it, the person could not compare the two texts.
  onNewerAnswer: (conversationId) => void loadNewest(conversationId),
  onPostponed: () => {
    clearTimeout(retry);
    retry = setTimeout(flushOutbox, RETRY_AFTER_MS);
  },
});

/** What a message quotes, and when it is sent if not now. */
interface SendOptions {
  quote?: Quote | null;
  savedReply?: UsedReply | undefined;
  assist?: AnswerStart | undefined;
  sendAt?: Date | undefined;
}

/** What a text says it has seen, where that is not what the thread has shown: a notification. */
interface TextOptions extends SendOptions {
  lastSeenId?: string | undefined;
}

/** Adds a text to the outbox, which shows it immediately, and sends it. */
export function sendText(conversationId: string, content: string, options: TextOptions = {}): void {
  const { quote, savedReply, assist, sendAt, lastSeenId } = options;
  sendAll(conversationId, [{ content, media: null, quote, savedReply, assist }], sendAt, lastSeenId);
}

/** Adds a location, contact cards, or buttons or a list to the outbox and sends it. */
export function sendAttachment(conversationId: string, attachment: Attachment, sendAt?: Date): void {
  const quote = readQuote(conversationId);
  saveQuote(conversationId, null);
  const part = { content: describeAttachment(attachment), attachment, media: null, quote };
  sendAll(conversationId, [part], sendAt);
}

/** Adds a recorded voice message to the outbox and sends it. The platform takes only Ogg as a voice message. */
export function sendVoice(conversationId: string, media: PendingFile): void {
  sendAll(conversationId, [{ content: '', media, voice: media.mimeType === 'audio/ogg' }]);
}

/** Adds a filled template to the outbox and sends it, in order with the other messages. */
export function sendTemplate(
  conversationId: string,
  { text, ...template }: TemplatePick,
  sendAt?: Date,
): void {
  sendAll(conversationId, [{ content: text, template, media: null }], sendAt);
}

/**
 * Sends each uploaded file as a message, in order. The typed text becomes the caption of the first file, or a
 * separate message before it if the file cannot have that caption.
 */
export function sendFiles(
  conversationId: string,
  files: readonly PendingFile[],
  caption: string,
  { quote, sendAt }: SendOptions = {},
): void {
  const [first] = files;
  const isSeparate = caption !== '' && first !== undefined && !canCarry(first, caption);
  const parts = [
    ...(isSeparate ? [{ content: caption, media: null }] : []),
    ...files.map((media, index) => ({ content: index === 0 && !isSeparate ? caption : '', media })),
  ];
  // The first one is the answer; the others follow it.
  sendAll(
    conversationId,
    parts.map((part, index) => (index === 0 ? { ...part, quote } : part)),
    sendAt,
  );
}

function canCarry({ kind }: PendingFile, caption: string): boolean {
  return takesCaption(kind) && [...caption].length <= CAPTION_MAX;
}

function sendAll(
  conversationId: string,
  parts: readonly Pick<
    PendingMessage,
    'content' | 'template' | 'media' | 'voice' | 'attachment' | 'quote' | 'savedReply' | 'assist'
  >[],
  sendAt?: Date,
  lastSeenId: string | null | undefined = lastSeenIn(conversationId),
): void {
  const now = Date.now();
  const { seconds } = useUndoSend.getState();
  for (const [index, part] of parts.entries()) {
    const clientId = randomId();
    if (part.template) rememberTemplate(clientId, part.template);
    putPending({
      ...part,
      clientId,
      conversationId,
      // The order of messages that are restored from disk.
      createdAt: new Date(now + index).toISOString(),
      state: 'sending',
      problem: null,
      lastSeenId,
      ...(sendAt ? { sendAt: sendAt.toISOString() } : {}),
      ...(seconds !== 0 && !sendAt ? { hold: seconds } : {}),
    });
  }
  void sender.work(conversationId);
}

/** Retries a message with the same client id. */
export function retryPending(item: PendingMessage): void {
  const askedAt = new Date().toISOString();
  putPending({ ...item, state: 'sending', problem: null, isOvertaken: false, askedAt });
  void sender.work(item.conversationId);
}

/** Sends a message although someone else has answered: the person has read that answer. */
export function sendAnyway(item: PendingMessage, answerId: string): void {
  markSeen(item.conversationId, answerId);
  retryPending({ ...item, lastSeenId: answerId });
}

/** Moves a rejected message back to the composer, before the text typed since, or to the template form. */
export function returnToComposer(item: PendingMessage): void {
  if (item.template) {
    editTemplate(item.conversationId, item.template);
    removePending(item.clientId);
    return;
  }
  if (item.attachment) {
    editAttachment(item.conversationId, item.attachment);
    if (item.quote && readQuote(item.conversationId) === null) saveQuote(item.conversationId, item.quote);
    removePending(item.clientId);
    return;
  }
  const texts = [item.content, readDraft(item.conversationId)].filter((text) => text !== '');
  saveDraft(item.conversationId, texts.join('\n'));
  if (item.quote && readQuote(item.conversationId) === null) saveQuote(item.conversationId, item.quote);
  if (item.media) putBack(item.conversationId, item.media);
  removePending(item.clientId);
}

/** Shows a template in its form again, as it was filled in. */
function editTemplate(conversationId: string, { templateId, name, values }: TemplateDraft): void {
  saveTemplateDraft(conversationId, { templateId, name, values });
  openTemplates(conversationId);
}

/** Templates that were sent lately, as they were filled in: the stored message has only what the customer reads. */
const sentTemplates = new Map<string, TemplateDraft>();
const SENT_TEMPLATES_MAX = 20;

function rememberTemplate(clientId: string, template: TemplateDraft): void {
  sentTemplates.set(clientId, template);
  const [oldest] = sentTemplates.keys();
  if (sentTemplates.size > SENT_TEMPLATES_MAX && oldest !== undefined) sentTemplates.delete(oldest);
}

/** Shows a canceled template in its form again, if it was sent from this page. */
export function returnTemplate(conversationId: string, clientId: string): void {
  const template = sentTemplates.get(clientId);
  if (template) editTemplate(conversationId, template);
}

/** Discards a message that was not sent. */
export function discardPending(item: PendingMessage): void {
  removePending(item.clientId);
}

/** Resolves when no request of a conversation is under way. */
export const settleOutbox = sender.settled;

/** Sends all waiting messages, when the server is reachable again. */
export function flushOutbox(): void {
  sender.flush();
}
