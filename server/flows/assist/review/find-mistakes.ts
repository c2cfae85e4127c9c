import { z } from 'zod';
import { findFacts } from '../../../../shared/domain/assist/text/facts.ts';
import { fold, wordsOf } from '../../../../shared/domain/assist/text/fold.ts';
import { gatherKnowledge, isSupported } from '../../../../shared/domain/assist/text/support.ts';
import { isThanks } from '../../../../shared/domain/assist/text/thanks.ts';
import type { PromptNote } from '../prompts/tasks.ts';

/** The form of the answer to a review. */
export const ReviewAnswerSchema = z.object({
  open: z.array(z.object({ at: z.int(), words: z.string().max(400) })).max(10),
  wrong: z
    .array(z.object({ words: z.string().max(400), note: z.string(), says: z.string().max(400) }))
    .max(10),
});

/** An answer of a member, with what it is compared with. */
export interface ReviewedAnswer {
  /** The messages of the customer, as they are numbered for the model. */
  asked: readonly string[];
  answer: string;
  notes: readonly PromptNote[];
  /** What the owner wrote about the business. */
  profile: string;
  /** The day of the answer, from which its "tomorrow" counts. */
  today: string;
}

/** What an answer has left open, by the place of the message; or says differently than a note. */
export type Mistake =
  | { kind: 'unanswered'; at: number; quote: string }
  | { kind: 'fact'; quote: string; note: { title: string; text: string } };

/** A question of one word is a greeting or a sign. */
const QUESTION_WORDS_MIN = 2;
const FACTS_COMPARED: ReadonlySet<string> = new Set(
  'number price percent date time url email phone document code'.split(' '),
);

/**
 * Returns what of a model's review stands behind its quotes. Each quote has to be in its message word for word. A fact is
 * wrong only where the rules of the verifier say so too: the note has one of the same kind, and nothing that the business or
 * the customer wrote has the answer's.
 */
export function checkedMistakes(
  { open, wrong }: z.infer<typeof ReviewAnswerSchema>,
  { asked, answer, notes, profile, today }: ReviewedAnswer,
): Mistake[] {
  const known = gatherKnowledge(
    [...notes.map(({ text }) => text), profile, ...asked.map((text) => ({ text, isFromCustomer: true }))],
    today,
  );
  const unanswered = open.flatMap(({ at, words }): Mistake[] => {
    const quote = quoteIn(asked[at - 1] ?? '', words);
    if (quote === null || wordsOf(quote).length < QUESTION_WORDS_MIN || isThanks(quote)) return [];
    return [{ kind: 'unanswered', at: at - 1, quote }];
  });
  const facts = wrong.flatMap(({ words, note, says }): Mistake[] => {
    const source = notes['ABC'.indexOf(note)];
    const quote = quoteIn(answer, words);
    const text = source && quoteIn(source.text, says);
    if (!source || quote === null || !text) return [];
    const stated = new Set(findFacts(text, today).map(({ kind }) => kind));
    const isWrong = findFacts(quote, today).some(
      (fact) =>
        FACTS_COMPARED.has(fact.kind) && stated.has(fact.kind) && !isSupported(fact, quote, known, today),
    );
    return isWrong ? [{ kind: 'fact', quote, note: { title: source.title, text } }] : [];
  });
  const found = [...unanswered, ...facts];
  return found.filter(({ quote }, index) => found.findIndex((other) => other.quote === quote) === index);
}

/** Returns the part of a text that a quote is, as it is written there; null when it is not there. Spaces may differ. */
function quoteIn(text: string, quote: string): string | null {
  const parts = fold(quote).trim().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return null;
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u').exec(fold(text));
  return found && text.slice(found.index, found.index + found[0].length);
}
