import type { AssistTextRequest } from '../../../shared/contract/assist/assist-text.ts';
import type { AssistFeature } from '../../../shared/domain/assist/features.ts';
import type { Context } from '../../kernel/context/context.ts';
import { askWorkspace } from './ask-workspace.ts';
import { catchUp } from './catch-up.ts';
import { checkText } from './check-text.ts';
import { CLICK, emitText, requireFeature, type TextParts, tokensFor } from './emit-text.ts';
import { fullLanguage } from './languages.ts';
import { editPrompt, translatePrompt } from './prompts/edit-prompts.ts';
import { wordsTask } from './prompts/tasks.ts';
import { readConversation, textOf } from './read-conversation.ts';
import { translateMessage } from './translate-message.ts';

const FEATURES: Readonly<Record<AssistTextRequest['kind'], AssistFeature>> = {
  rewrite: 'rewrite',
  words: 'words',
  translate: 'translate',
  message: 'translate',
  catchUp: 'catchUp',
  ask: 'ask',
};

/**
 * Does what a person asked for, and emits its text piece by piece.
 * @throws {AppError} forbidden where the feature is off; conversation_not_found; message_not_found.
 */
export async function writeText(ctx: Context, request: AssistTextRequest, parts: TextParts): Promise<void> {
  await requireFeature(ctx, FEATURES[request.kind]);
  if (request.kind === 'catchUp') return catchUp(ctx, request, parts);
  if (request.kind === 'ask') return askWorkspace(ctx, request, parts);
  if (request.kind === 'message') return translateMessage(ctx, request, parts);
  if (request.kind === 'words') return writeFromWords(ctx, request, parts);
  const { text } = request;
  const isRewrite = request.kind === 'rewrite';
  if (!isRewrite)
    await requireFeature(ctx, 'translate', (await readConversation(ctx, request.conversationId)).contactId);
  const prompt = isRewrite ? editPrompt(request.edit, text) : translatePrompt(text, request.language);
  const call = {
    ...CLICK,
    system: null,
    prompt,
    maxTokens: tokensFor(text),
    temperature: isRewrite && request.edit !== 'fix' ? 0.3 : 0,
  };
  await emitText(ctx, call, parts, FEATURES[request.kind], (answer) => ({
    ...checkText(answer, {
      sources: [text],
      now: ctx.clock.now(),
      language: isRewrite ? null : request.language,
    }),
    language: isRewrite ? null : request.language,
  }));
}

/** Writes a message that says an agent's words, in the language of the customer. */
async function writeFromWords(
  ctx: Context,
  { conversationId, text, language }: Extract<AssistTextRequest, { kind: 'words' }>,
  parts: TextParts,
): Promise<void> {
  const read = await readConversation(ctx, conversationId);
  await requireFeature(ctx, 'words', read.contactId);
  const target = language ?? fullLanguage(read.language, read.conversation.contact.phone) ?? 'en';
  const task = wordsTask({ words: text, language: target });
  const call = {
    ...CLICK,
    system: read.system,
    // The conversation adds nothing to what the agent says, and reading it would take longer than the answer.
    prompt: task.text,
    maxTokens: task.maxTokens,
    temperature: task.temperature,
  };
  await emitText(ctx, call, parts, 'words', (answer) => ({
    ...checkText(answer, {
      sources: [text, ...read.facts, ...read.messages.slice(-30).map(textOf)],
      language: target,
      now: ctx.clock.now(),
      hasGaps: true,
    }),
    language: target,
  }));
}
