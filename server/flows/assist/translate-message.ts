import type { AssistTextRequest } from '../../../shared/contract/assist/assist-text.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { countOutcome } from '../../features/assist/index.ts';
import { findMessage } from '../../features/messages/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { tryDecodeId } from '../../kernel/ids.ts';
import { callModel, type ModelAnswer, type ModelCall } from './call-model.ts';
import { type CheckedText, checkTextFor } from './check-text.ts';
import { type DerivedKey, findDerived, replaceDerived, storeDerived } from './derived-texts.repository.ts';
import { CLICK, emitText, requireFeature, type TextParts, tokensFor } from './emit-text.ts';
import { countedLanguage } from './languages.ts';
import { plainAnswer, translatePrompt } from './prompts/edit-prompts.ts';

/** A translation as it is kept. `isAhead`: nobody has asked for it yet. */
interface Kept {
  text: string;
  isAhead?: boolean;
}

/** A message of a customer that is translated to a language. */
interface Translated {
  messageId: Buffer;
  contactId: Buffer;
  text: string;
  language: string;
}

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
  const { contactId } = message;
  await requireFeature(ctx, 'translate', contactId);
  const text = message.revokedAt ? '' : (message.content ?? message.caption ?? '');
  if (text.trim() === '') throw new AppError('message_not_found');
  const what = { messageId: message.id, contactId, text, language };
  const known = await findDerived<Kept>(ctx, keyOf(what));
  if (known) {
    const { value, model } = known;
    parts.emit({ is: 'done', text: value.text, findings: [], refused: null, model, language });
    if (value.isAhead) await countAsked(ctx, what, model);
    return;
  }
  let stored: { text: string; model: string } | null = null;
  await emitText(
    ctx,
    { ...CLICK, requestClass: 1, ...callOf(what) },
    {
      signal: parts.signal,
      emit: (event) => {
        // One with findings is shown with them, and made again for the next person.
        const isClean = event.is === 'done' && event.findings.length === 0;
        if (isClean && event.text !== null) stored = { text: event.text, model: event.model };
        parts.emit(event);
      },
    },
    { feature: 'translate', contactId, offer: 'read' },
    async (answer) => ({ ...(await checkOf(ctx, what, answer)), language }),
  );
  const made = stored as { text: string; model: string } | null;
  if (made) await storeTranslation(ctx, what, { value: { text: made.text }, model: made.model });
}

/**
 * Translates a message before anyone asks for it, and keeps the translation where nothing about it needs a remark
 * (decision 0396). Returns what came of the call; null where there is a translation already.
 */
export async function translateAhead(
  ctx: Context,
  what: Translated,
  call: Pick<ModelCall, 'requestClass' | 'deadlineMs' | 'signal' | 'readLanguage' | 'mustBeListed'>,
): Promise<ModelAnswer | null> {
  if (await findDerived(ctx, keyOf(what))) return null;
  const answer = await callModel(ctx, { ...call, ...callOf(what), schema: null });
  const text = answer.state === 'ok' ? plainAnswer(answer.text) : '';
  if (answer.state !== 'ok' || text === '') return answer;
  const checked = await checkOf(ctx, what, text);
  if (checked.text === null || checked.findings.length > 0) return answer;
  const { contactId } = what;
  const counted = { feature: 'translate', language: countedLanguage(what.language), contactId } as const;
  await storeTranslation(ctx, what, {
    value: { text: checked.text, isAhead: true },
    model: answer.model,
    // Someone may have asked for it, and read another one, while the model wrote.
    isOnlyNew: true,
    onStored: (ctx) => countOutcome(ctx, { ...counted, outcome: 'ready', model: answer.model }),
  });
  return answer;
}

/** Counts that a translation which was made ahead has been read: once, however many people read it. */
function countAsked(ctx: Context, what: Translated, model: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const kept = await findDerived<Kept>(ctx, keyOf(what), true);
    if (!kept?.value.isAhead) return;
    await replaceDerived(ctx, keyOf(what), { text: kept.value.text });
    const { contactId } = what;
    const counted = {
      feature: 'translate',
      language: countedLanguage(what.language),
      model,
      contactId,
    } as const;
    for (const outcome of ['eligible', 'read'] as const) await countOutcome(ctx, { ...counted, outcome });
  });
}

function keyOf({ messageId: subjectId, language, text: basis }: Translated): DerivedKey {
  return { kind: 'translation', subjectId, language, basis };
}

function callOf({ text, language }: Translated) {
  const prompt = translatePrompt(text, language);
  return { language, system: null, prompt, maxTokens: tokensFor(text), temperature: 0 };
}

function checkOf(
  ctx: Context,
  { contactId, text, language }: Translated,
  answer: string,
): Promise<CheckedText> {
  return checkTextFor(ctx, contactId, answer, {
    ...{ given: text, use: 'reading', language, now: ctx.clock.now() },
    prompt: translatePrompt('', language),
  });
}

function storeTranslation(
  ctx: Context,
  what: Translated,
  made: { value: Kept; model: string; isOnlyNew?: boolean; onStored?(ctx: Context): Promise<void> },
): Promise<void> {
  const { contactId, messageId } = what;
  return storeDerived(ctx, keyOf(what), { contactId, messageIds: [messageId], ...made });
}
