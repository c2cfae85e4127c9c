import type { AssistTextRequest, Snippet } from '../../../shared/contract/assist/assist-text.ts';
import type { Context } from '../../kernel/context/context.ts';
import { checkText } from './check-text.ts';
import { CLICK, emitText, type TextParts } from './emit-text.ts';
import { rulesPrompt } from './prompts/conversation-prompt.ts';
import { askTask } from './prompts/tasks.ts';
import { businessOf } from './read-conversation.ts';

const SNIPPETS_MAX = 3;
const LETTERS = ['A', 'B', 'C'] as const;

/**
 * Answers a colleague's question from what the workspace knows: first the snippets, which stand for themselves, then at
 * most two sentences of the model about them, each with the letter of its snippet.
 */
export async function askWorkspace(
  ctx: Context,
  { question, language }: Extract<AssistTextRequest, { kind: 'ask' }>,
  parts: TextParts,
): Promise<void> {
  const found = (await parts.searchKnowledge(ctx, question, SNIPPETS_MAX)).slice(0, SNIPPETS_MAX);
  const snippets = found.map(({ kind, title, text }, index): Snippet => {
    return { kind, title, text, letter: LETTERS[index] ?? 'C' };
  });
  parts.emit({ is: 'snippets', snippets });
  if (snippets.length === 0) return;
  const task = askTask({ question, notes: snippets, language });
  const call = {
    ...CLICK,
    system: rulesPrompt(await businessOf(ctx)),
    prompt: task.text,
    maxTokens: task.maxTokens,
    temperature: task.temperature,
  };
  const letters = new Set<string>(snippets.map(({ letter }) => letter));
  // Shown as a whole: a sentence whose source is missing must not appear for a moment.
  const emit: TextParts['emit'] = (event) => event.is !== 'piece' && parts.emit(event);
  await emitText(ctx, call, { ...parts, emit }, 'ask', (answer) => {
    const cited = citedSentences(answer, letters);
    const sources = [...snippets.map(({ title, text }) => `${title}\n${text}`), question];
    const { text, findings } = checkText(cited, { sources, language, hasGaps: true, now: ctx.clock.now() });
    const isUsable = cited !== '' && !findings.some(({ kind }) => kind === 'new_fact');
    return { text: isUsable ? text : null, findings: [], language };
  });
}

/** Returns the sentences of an answer that name a snippet, two at most; an empty text when there is none. */
export function citedSentences(answer: string, letters: ReadonlySet<string>): string {
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
