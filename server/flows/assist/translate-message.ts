import type { AssistTextRequest } from '../../../shared/contract/assist/assist-text.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { findMessage } from '../../features/messages/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { tryDecodeId } from '../../kernel/ids.ts';
import { checkTextFor } from './check-text.ts';
import { findDerived, storeDerived } from './derived-texts.repository.ts';
import { CLICK, emitText, requireFeature, type TextParts, tokensFor } from './emit-text.ts';
import { translatePrompt } from './prompts/edit-prompts.ts';

/**
 * Translates a message for a person who reads it. The translation is kept for some days, so that each message is
 * translated once; it is shown under the message, and nothing sends it.
 * @throws {AppError} message_not_found; forbidden.
 */
export async function translateMessage(
  ctx: Context,
  { messageId, language }: Extract<AssistTextRequest, { kind: 'message' }>,
  parts: TextParts,
): Promise<void> {
  const id = tryDecodeId('message', messageId);
  const message = id && (await findMessage(ctx, id));
  if (!message) throw new AppError('message_not_found');
  await requireFeature(ctx, 'translate', message.contactId);
  const text = message.revokedAt ? '' : (message.content ?? message.caption ?? '');
  if (text.trim() === '') throw new AppError('message_not_found');
  const key = { kind: 'translation', subjectId: message.id, language, basis: text } as const;
  const known = await findDerived<{ text: string }>(ctx, key);
  if (known) {
    const { value, model } = known;
    parts.emit({ is: 'done', text: value.text, findings: [], refused: null, model, language });
    return;
  }
  let stored: { text: string; model: string } | null = null;
  await emitText(
    ctx,
    {
      ...CLICK,
      requestClass: 1,
      language,
      system: null,
      prompt: translatePrompt(text, language),
      maxTokens: tokensFor(text),
      temperature: 0,
    },
    {
      signal: parts.signal,
      emit: (event) => {
        // One with findings is shown with them, and made again for the next person.
        const isClean = event.is === 'done' && event.findings.length === 0;
        if (isClean && event.text !== null) stored = { text: event.text, model: event.model };
        parts.emit(event);
      },
    },
    { feature: 'translate', contactId: message.contactId, offer: 'read' },
    async (answer) => ({
      ...(await checkTextFor(ctx, message.contactId, answer, {
        ...{ given: text, use: 'reading', language, now: ctx.clock.now() },
        prompt: translatePrompt('', language),
      })),
      language,
    }),
  );
  const made = stored as { text: string; model: string } | null;
  if (made)
    await storeDerived(ctx, key, {
      contactId: message.contactId,
      messageIds: [message.id],
      value: { text: made.text },
      model: made.model,
    });
}
