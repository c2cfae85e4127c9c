import type { AssistTextRequest, Snippet } from '../../../shared/contract/assist/assist-text.ts';
import type { AssistFeature } from '../../../shared/domain/assist/features.ts';
import type { EditRefusal } from '../../../shared/domain/assist/text/findings.ts';
import { hasChanges } from '../../../shared/domain/assist/word-diff.ts';
import { countOutcome } from '../../features/assist/index.ts';
import { conversationKey, findConversation } from '../../features/conversations/index.ts';
import { findReadyWorker } from '../../features/inference/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { catchUp } from './catch-up.ts';
import { type CheckedText, checkText, checkTextFor } from './check-text.ts';
import { USUAL_LENGTH } from './drafts/prepare-draft.ts';
import { CLICK, emitText, requireFeature, requireOn, type TextParts, tokensFor } from './emit-text.ts';
import type { KnowledgeSnippet } from './knowledge.ts';
import { countedLanguage, detectLanguage, fullLanguage } from './languages.ts';
import { rulesPrompt } from './prompts/conversation-prompt.ts';
import { editPrompt, translatePrompt } from './prompts/edit-prompts.ts';
import { askTask, wordsTask } from './prompts/tasks.ts';
import { isOffered } from './qualification/offered.ts';
import { businessOf, readConversation, textOf } from './read-conversation.ts';
import { translateMessage } from './translate-message.ts';

const FEATURES: Readonly<Record<AssistTextRequest['kind'], AssistFeature>> = {
  rewrite: 'rewrite',
  words: 'words',
  translate: 'translate',
  message: 'translate',
  catchUp: 'catchUp',
  ask: 'ask',
};

const SNIPPETS_MAX = 3;
const LETTERS = ['A', 'B', 'C'] as const;

/**
 * Does what a person asked for, and emits its text piece by piece.
 * @throws {AppError} forbidden where the feature is off; conversation_not_found; message_not_found.
 */
export async function writeText(ctx: Context, request: AssistTextRequest, parts: TextParts): Promise<void> {
  if (request.kind === 'catchUp') return catchUp(ctx, request, parts);
  if (request.kind === 'ask') return askWorkspace(ctx, request, parts);
  await requireFeature(ctx, FEATURES[request.kind]);
  if (request.kind === 'message') return translateMessage(ctx, request, parts);
  if (request.kind === 'words') return writeFromWords(ctx, request, parts);
  const { text } = request;
  const isRewrite = request.kind === 'rewrite';
  const contactId = isRewrite
    ? await contactIn(ctx, request.conversationId)
    : (await readConversation(ctx, request.conversationId)).contactId;
  if (!isRewrite) await requireFeature(ctx, 'translate', contactId);
  const prompt = isRewrite ? editPrompt(request.edit, text) : translatePrompt(text, request.language);
  const call = {
    ...CLICK,
    system: null,
    prompt,
    maxTokens: tokensFor(text),
    temperature: isRewrite && request.edit !== 'fix' ? 0.3 : 0,
    // A corrected text repeats nearly all of the given one. Others change too much for it to pay.
    ...(isRewrite && request.edit === 'fix' ? { expected: text } : {}),
    language: isRewrite ? detectLanguage(text) : request.language,
  };
  // A text that is right already is nothing to take.
  const isOffer = (made: string | null) => made !== null && (!isRewrite || hasChanges(text, made));
  const language = isRewrite ? null : request.language;
  const counts = { feature: FEATURES[request.kind], contactId, isOffer };
  await emitText(ctx, call, parts, counts, async (answer) => ({
    ...(await checkTextFor(ctx, contactId, answer, {
      ...{ given: text, use: 'reply', isSameLanguage: isRewrite, now: ctx.clock.now(), language },
      prompt: isRewrite ? editPrompt(request.edit, '') : translatePrompt('', request.language),
    })),
    language,
  }));
}

/** Writes a message from a member's keywords, in the language of the customer. */
async function writeFromWords(
  ctx: Context,
  { conversationId, text, language }: Extract<AssistTextRequest, { kind: 'words' }>,
  parts: TextParts,
): Promise<void> {
  const read = await readConversation(ctx, conversationId);
  await requireFeature(ctx, 'words', read.contactId);
  // Where the customer has written too little, the member's own language is the best guess; in an unknown one it is none.
  const guessed = read.language ?? (read.isBrief ? (detectLanguage(text) ?? 'en') : null);
  const target = language ?? fullLanguage(guessed, read.conversation.contact.phone);
  if (target === null) return parts.emit({ is: 'ended', state: 'language' });
  const task = wordsTask({ words: text, language: target });
  const call = {
    ...CLICK,
    system: read.system,
    // The conversation adds nothing to what the member says, and reading it would take longer than the answer.
    prompt: task.text,
    maxTokens: task.maxTokens,
    temperature: task.temperature,
    language: target,
  };
  const { contactId } = read;
  await emitText(ctx, call, parts, { feature: 'words', contactId }, async (answer) => ({
    ...(await checkTextFor(ctx, contactId, answer, {
      ...{ given: text, use: 'reply', isFromKeywords: true },
      usualLength: read.medianLength ?? USUAL_LENGTH,
      prompt: `${read.rules}\n${wordsTask({ words: '', language: target }).text}`,
      context: [
        ...read.facts.map((fact) => (typeof fact === 'string' ? fact : fact.text)),
        ...read.messages.slice(-30).map(textOf),
      ],
      language: target,
      now: ctx.clock.now(),
      timeZone: read.timeZone,
      hasGaps: true,
    })),
    language: target,
  }));
}

/**
 * Answers a member's question from what the workspace knows: first the snippets, which stand for themselves and need no
 * model, then at most two sentences of the model about them, each with the letter of its snippet.
 */
async function askWorkspace(
  ctx: Context,
  { question, language, conversationId }: Extract<AssistTextRequest, { kind: 'ask' }>,
  parts: TextParts,
): Promise<void> {
  await requireOn(ctx, 'ask');
  const found = (await parts.searchKnowledge(ctx, question, SNIPPETS_MAX)).slice(0, SNIPPETS_MAX);
  const snippets = withLetters(found);
  parts.emit({ is: 'snippets', snippets });
  const contactId = await contactIn(ctx, conversationId);
  if (snippets.length === 0) {
    const worker = await findReadyWorker(ctx);
    const model = typeof worker === 'string' ? '' : worker.model;
    const counted = { feature: 'ask', language: countedLanguage(language), model, contactId } as const;
    await countOutcome(ctx, { ...counted, outcome: 'eligible' });
    await countOutcome(ctx, { ...counted, outcome: 'gated' });
    return;
  }
  if (!(await isOffered(ctx, 'ask'))) return;
  const task = askTask({ question, notes: snippets, language });
  const call = {
    ...CLICK,
    system: rulesPrompt(await businessOf(ctx)),
    prompt: task.text,
    maxTokens: task.maxTokens,
    temperature: task.temperature,
    language,
  };
  // Shown as a whole: a sentence whose source is missing must not appear for a moment.
  const emit: TextParts['emit'] = (event) => event.is !== 'piece' && parts.emit(event);
  // What was found is there to read, whatever the model makes of it.
  const counts = { feature: 'ask', contactId, offer: 'read', isOffer: () => true } as const;
  await emitText(ctx, call, { ...parts, emit }, counts, (answer) => ({
    ...answerFrom(answer, { question, snippets, language, now: ctx.clock.now() }),
    language,
  }));
}

/** Returns the contact of the conversation that a text is for; null: it is for none, or that is deleted. */
async function contactIn(ctx: Context, conversationId: string | undefined): Promise<Buffer | null> {
  const found = conversationId && (await findConversation(ctx, conversationKey(conversationId)));
  return found ? found.contactId : null;
}

/** Gives snippets the letters by which sentences name them. */
export function withLetters(found: readonly KnowledgeSnippet[]): Snippet[] {
  return found.map(({ kind, title, text, source }, index) => {
    return { kind, title, text, source, letter: LETTERS[index] ?? 'C' };
  });
}

/** Returns what may be shown of a model's answer to a colleague's question; no text when no note says it. */
export function answerFrom(
  answer: string,
  {
    question,
    snippets,
    language,
    now,
  }: { question: string; snippets: readonly Snippet[]; language: string; now: Date },
): CheckedText {
  const none = (refused: CheckedText['refused']): CheckedText => ({ text: null, findings: [], refused });
  const cited = citedSentences(answer, new Set(snippets.map(({ letter }) => letter)));
  if (cited === '') return none(null);
  const given = snippets.map(({ title, text }) => `${title}\n${text}`).join('\n');
  const prompt = askTask({ question: '', notes: [], language }).text;
  const options = { given, context: [question], use: 'reply', prompt, language, now } as const;
  const checked = checkText(cited, options);
  const [finding] = checked.findings;
  if (!finding) return checked;
  // Nothing of it can be marked: it is read as it stands.
  return none(finding.kind === 'new_fact' ? 'fact' : (finding.kind as EditRefusal));
}

/** Returns the sentences of an answer that name a snippet, two at most; an empty text when there is none. */
function citedSentences(answer: string, letters: ReadonlySet<string>): string {
  const sentences = answer.match(/[^.!?\n]+[.!?]*(?:\s*\[[A-Z]\])*[.!?]*/g) ?? [];
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => {
      const cited = [...sentence.matchAll(/\[([A-Z])\]/g)].map(([, letter = '']) => letter);
      return cited.length > 0 && cited.every((letter) => letters.has(letter));
    })
    .slice(0, 2)
    .join(' ');
}
