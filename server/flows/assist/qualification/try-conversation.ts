import type { CaseOutcome } from '../../../../shared/domain/assist/qualification.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { callForJson, callModel } from '../call-model.ts';
import { CatchUpAnswerSchema, checkedSummary } from '../catch-up.ts';
import type { AskCase, CatchUpCase } from '../golden/conversation-cases.ts';
import { GOLDEN_TODAY, goldenConversation, says } from '../golden/draft-case.ts';
import type { ReviewCase } from '../golden/review-cases.ts';
import { GOLDEN_SHOPS, GOLDEN_SOURCE } from '../golden/shops.ts';
import { rulesPrompt } from '../prompts/conversation-prompt.ts';
import { plainAnswer } from '../prompts/edit-prompts.ts';
import { askTask, catchUpTask, reviewTask } from '../prompts/tasks.ts';
import {
  checkedMistakes,
  type Mistake,
  ReviewAnswerSchema,
  type ReviewedAnswer,
} from '../review/find-mistakes.ts';
import { answerFrom, withLetters } from '../write-text.ts';
import type { Trial, TrialCall } from './try-draft.ts';

const DONE = { state: 'done', firstWordMs: null } as const;

/** Asks a colleague's question about what the workspace knows. */
export async function tryAsk(
  ctx: Context,
  { shop, question, notes, must, not = [], language }: AskCase,
  call: TrialCall,
): Promise<Trial> {
  const business = GOLDEN_SHOPS[shop];
  const replies: Readonly<Record<string, readonly [string, string]>> = business.replies;
  const snippets = withLetters(
    notes.map((name) => {
      const [title = '', text = ''] = replies[name] ?? [];
      return { kind: 'reply', title, text, source: GOLDEN_SOURCE };
    }),
  );
  const task = askTask({ question, notes: snippets, language: language === 'pt' ? 'pt-BR' : language });
  const { maxTokens, temperature, schema } = task;
  const startedAt = performance.now();
  const prompt = {
    system: rulesPrompt(business),
    prompt: task.text,
    schema,
    maxTokens,
    temperature,
    language,
  };
  const answer = await callModel(ctx, { ...call, ...prompt });
  const done = { ...DONE, ms: performance.now() - startedAt };
  if (answer.state === 'failed') return { ...done, outcome: 'failed' };
  if (answer.state !== 'ok') return { state: answer.state };
  const now = ctx.clock.now();
  const { text } = answerFrom(plainAnswer(answer.text), { question, snippets, language, now });
  if (must === undefined) return { ...done, outcome: text === null ? 'right' : 'invented' };
  if (text === null) return { ...done, outcome: 'silent' };
  if (not.some((terms) => says(text, terms))) return { ...done, outcome: 'invented' };
  return { ...done, outcome: must.every((terms) => says(text, terms)) ? 'right' : 'wrong' };
}

/** Looks at an answer of a colleague. Only mistakes whose quotes stand count. */
export async function tryReview(ctx: Context, one: ReviewCase, call: TrialCall): Promise<Trial> {
  const read = readReviewed(one);
  const { text: prompt, schema, maxTokens, temperature } = reviewTask(read);
  const startedAt = performance.now();
  const answer = await callForJson(
    ctx,
    {
      ...{ ...call, system: rulesPrompt(GOLDEN_SHOPS[one.shop]), prompt, schema },
      ...{ maxTokens, temperature, language: one.language },
    },
    ReviewAnswerSchema,
  );
  const done = { ...DONE, ms: performance.now() - startedAt };
  if (answer.state === 'failed') return { ...done, outcome: 'failed' };
  if (answer.state !== 'ok') return { state: answer.state };
  return { ...done, outcome: scoreReview(one, checkedMistakes(answer.value, read)) };
}

/** Returns the answer of a case as the task for the model sees it. */
export function readReviewed({ shop, notes, asked, answer }: ReviewCase): ReviewedAnswer {
  const { replies, profile } = GOLDEN_SHOPS[shop];
  const known: Readonly<Record<string, readonly [string, string]>> = replies;
  return {
    ...{ asked, answer, profile, today: GOLDEN_TODAY },
    notes: notes.map((name) => {
      const [title = '', text = ''] = known[name] ?? [];
      return { title, text };
    }),
  };
}

/** Returns what the mistakes are that a model has found in the answer of a case. */
export function scoreReview({ finds }: Pick<ReviewCase, 'finds'>, mistakes: readonly Mistake[]): CaseOutcome {
  if (!finds) return mistakes.length === 0 ? 'right' : 'wrong';
  if (mistakes.length === 0) return 'silent';
  const isIt = ({ kind, quote }: Mistake) => kind === finds.kind && says(quote, [finds.words]);
  return mistakes.every(isIt) ? 'right' : 'wrong';
}

/** Sums up a conversation. Only lines that their messages support count. */
export async function tryCatchUp(ctx: Context, one: CatchUpCase, call: TrialCall): Promise<Trial> {
  const { language } = one;
  const read = readTakenOver(one);
  const task = catchUpTask({ language: language === 'pt' ? 'pt-BR' : language, staffNotes: [] });
  const startedAt = performance.now();
  const answer = await callForJson(
    ctx,
    {
      ...{ ...call, system: read.system, prompt: `${read.prefix}${task.text}`, schema: task.schema },
      ...{ maxTokens: task.maxTokens, temperature: task.temperature, language },
    },
    CatchUpAnswerSchema,
  );
  const done = { ...DONE, ms: performance.now() - startedAt };
  if (answer.state === 'failed') return { ...done, outcome: 'failed' };
  if (answer.state !== 'ok') return { state: answer.state };
  return { ...done, outcome: scoreCatchUp(one, checkedSummary(read.messages, answer.value)) };
}

/** Returns the conversation of a case as the task for the model sees it. */
export function readTakenOver({ shop, customer, chat }: CatchUpCase): ReturnType<typeof goldenConversation> {
  const lines = chat.map((line) => ({ isOurs: line.startsWith('> '), text: line.replace(/^> /, '') }));
  return goldenConversation({ shop, customer, chat: lines });
}

/** Returns what a summary is, with the lines that its messages support. */
export function scoreCatchUp(
  { must, not }: Pick<CatchUpCase, 'must' | 'not'>,
  summary: ReturnType<typeof checkedSummary>,
): CaseOutcome {
  if (!summary) return 'silent';
  const text = [summary.wants, ...summary.said, ...summary.open].map((line) => line?.text ?? '').join('\n');
  if (not.some((terms) => says(text, terms))) return 'invented';
  return must.every((terms) => says(text, terms)) ? 'right' : 'wrong';
}
