import type { CaseOutcome } from '../../../../shared/domain/assist/qualification.ts';
import { isInLanguage } from '../../../../shared/domain/assist/text/language.ts';
import { changedShare, diffWords, REPHRASED_FROM } from '../../../../shared/domain/assist/word-diff.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { callModel, type ModelCall } from '../call-model.ts';
import { checkText, namedLanguage } from '../check-text.ts';
import { USUAL_LENGTH } from '../drafts/prepare-draft.ts';
import { tokensFor } from '../emit-text.ts';
import { says } from '../golden/draft-case.ts';
import { GOLDEN_SHOPS } from '../golden/shops.ts';
import type { CORRECTED, FROM_WORDS, TRANSLATED } from '../golden/text-cases.ts';
import { fixedRules, rulesPrompt } from '../prompts/conversation-prompt.ts';
import { editPrompt, plainAnswer, translatePrompt } from '../prompts/edit-prompts.ts';
import { wordsTask } from '../prompts/tasks.ts';
import type { Trial, TrialCall } from './try-draft.ts';

type TextCase = (typeof CORRECTED)[number];
type Prompt = Pick<ModelCall, 'system' | 'prompt' | 'maxTokens' | 'temperature' | 'language'>;

/** Corrects a text. Without `must` it is right already, and nothing may change. */
export function tryFix(
  ctx: Context,
  { text, ...one }: Pick<TextCase, 'language' | 'text'> & Partial<TextCase>,
  call: TrialCall,
): Promise<Trial> {
  const prompt = {
    system: null,
    prompt: editPrompt('fix', text),
    maxTokens: tokensFor(text),
    temperature: 0,
    language: one.language,
  };
  return tryText(ctx, prompt, call, (answer) => scoreFix({ text, ...one }, answer));
}

/** Returns what a corrected text is. A text that was right has to stay as it is, to the letter. */
export function scoreFix(
  { text, language, must, not }: Parameters<typeof tryFix>[1],
  answer: string,
): CaseOutcome {
  if (must === undefined) return answer === text ? 'right' : 'wrong';
  if (!isInLanguage(answer, language)) return 'language';
  const isCorrected = changedShare(diffWords(text, answer)) <= REPHRASED_FROM;
  return isCorrected ? rightIfSays(answer, { must, not }) : 'wrong';
}

/** Translates a text. */
export function tryTranslation(
  ctx: Context,
  one: (typeof TRANSLATED)[number],
  call: TrialCall,
): Promise<Trial> {
  const { text, to } = one;
  const prompt = {
    ...{
      system: null,
      prompt: translatePrompt(text, to),
      maxTokens: tokensFor(text),
      temperature: 0,
      language: to,
    },
  };
  return tryText(ctx, prompt, call, (answer) => scoreTranslation(one, answer));
}

/** Returns what a translation is: its numbers, names, links and marks have to be those of the text. */
export function scoreTranslation(
  { to, must, not }: Pick<(typeof TRANSLATED)[number], 'to' | 'must' | 'not'>,
  answer: string,
): CaseOutcome {
  return isInLanguage(answer, namedLanguage(to)) ? rightIfSays(answer, { must, not }) : 'language';
}

/** Writes a message from keywords. A fact that they do not say is an invented one: a person sees a gap. */
export function tryWords(
  ctx: Context,
  { text, language, must, not }: (typeof FROM_WORDS)[number],
  call: TrialCall,
): Promise<Trial> {
  const task = wordsTask({ words: text, language: language === 'pt' ? 'pt-BR' : language });
  const shop = GOLDEN_SHOPS[language === 'pt' ? 'doces' : 'cycles'];
  const { maxTokens, temperature } = task;
  const prompt = { system: rulesPrompt(shop), prompt: task.text, maxTokens, temperature, language };
  return tryText(ctx, prompt, call, (answer) => {
    if (!isInLanguage(answer, language)) return 'language';
    const { findings, refused } = checkText(answer, {
      ...{ given: text, context: [shop.name, shop.profile], use: 'reply', isFromKeywords: true },
      ...{ language, hasGaps: true, now: ctx.clock.now(), usualLength: USUAL_LENGTH },
      prompt: `${fixedRules(shop.name)}\n${wordsTask({ words: '', language }).text}`,
    });
    if (refused) return 'wrong';
    const isInvented = findings.some(({ kind }) => kind === 'new_fact');
    return isInvented ? 'invented' : rightIfSays(answer, { must, not });
  });
}

/** Asks for a text, and once more for its first word: by then the prompt was read. */
async function tryText(
  ctx: Context,
  prompt: Prompt,
  call: TrialCall,
  score: (answer: string) => CaseOutcome,
): Promise<Trial> {
  const startedAt = performance.now();
  const answer = await callModel(ctx, { ...call, ...prompt, schema: null });
  const ms = performance.now() - startedAt;
  if (answer.state === 'failed') return { state: 'done', outcome: 'failed', ms, firstWordMs: null };
  if (answer.state !== 'ok') return { state: answer.state };
  const againAt = performance.now();
  const again = await callModel(ctx, { ...call, ...prompt, schema: null, maxTokens: 1 });
  const firstWordMs = again.state === 'ok' ? performance.now() - againAt : null;
  return { state: 'done', outcome: score(plainAnswer(answer.text)), ms, firstWordMs };
}

function rightIfSays(
  text: string,
  { must, not = [] }: { must: TextCase['must']; not?: TextCase['not'] },
): CaseOutcome {
  const isRight = must.every((terms) => says(text, terms)) && !not.some((terms) => says(text, terms));
  return isRight ? 'right' : 'wrong';
}
