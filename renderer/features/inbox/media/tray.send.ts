import { takeAnswerStart } from '../composer/answer-start.ts';
import { readDraft, readQuote, saveDraft, saveQuote } from '../composer/drafts.store.ts';
import { takeUsedReply } from '../composer/used-reply.ts';
import { sendFiles, sendText } from '../outbox/outbox.actions.ts';
import { arm, previews, removeTiles, tilesOf } from './tray.store.ts';

/** Sends the content of the composer, now or at a time: the uploaded files with the typed text, or the text alone. */
export function sendComposed(conversationId: string, sendAt?: Date): void {
  const text = readDraft(conversationId).trim();
  const ready = tilesOf(conversationId).filter(({ state }) => state === 'ready');
  for (const { media, previewUrl } of ready) if (media && previewUrl) previews.set(media.id, previewUrl);
  // Refused files have said so; they do not stay for the next message.
  const done = tilesOf(conversationId).filter(({ state }) => state === 'ready' || state === 'refused');
  for (const { state, previewUrl } of done)
    if (state === 'refused' && previewUrl) URL.revokeObjectURL(previewUrl);
  removeTiles(conversationId, new Set(done.map(({ id }) => id)));
  arm(conversationId, null);
  const files = ready.flatMap(({ media }) => media ?? []);
  const quote = readQuote(conversationId);
  const savedReply = takeUsedReply(conversationId);
  const assist = takeAnswerStart(conversationId);
  if (files.length > 0) sendFiles(conversationId, files, text, { quote, sendAt });
  else if (text !== '') sendText(conversationId, text, { quote, sendAt, savedReply, assist });
  saveQuote(conversationId, null);
  saveDraft(conversationId, '');
}
