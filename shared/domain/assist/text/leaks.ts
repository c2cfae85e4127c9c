import { fold, type Span, wordsOf } from './fold.ts';
import { digitsOf, findIdentifiers, isSamePhone } from './identifiers.ts';

/** How many words in a row of our own prompt make a copy of it. */
const COPIED_WORDS = 7;
const SHAPE =
  /^\s*[{[]\s*"|"\s*:\s*["[{]|\b(?:maxlength|additionalproperties|json schema)\b|^(?:card|chat|notes|task|profile)\b:?\s*$/m;

/**
 * Finds emails, phones and codes of a text that are known for other contacts. `knownToOthers` holds them as they
 * are written, without what this contact has too.
 */
export function findLeaks(text: string, knownToOthers: readonly string[]): Span[] {
  if (knownToOthers.length === 0) return [];
  const known = knownToOthers.map((value) => ({
    plain: fold(value).replace(/[^a-z0-9@.]/g, ''),
    digits: digitsOf(value),
  }));
  return findIdentifiers(text).filter(({ kind, value }) =>
    known.some(({ plain, digits }) =>
      kind === 'phone' ? isSamePhone(value, digits) : plain === fold(value).replace(/[^a-z0-9@.]/g, ''),
    ),
  );
}

/** Returns whether a text has the shape of our answers' schema, one of its keys, or a passage of the prompt. */
export function showsPrompt(text: string, prompt = '', schemaKeys: readonly string[] = []): boolean {
  const folded = fold(text);
  if (SHAPE.test(folded)) return true;
  if (schemaKeys.some((key) => folded.includes(`"${fold(key)}"`))) return true;
  const copied = runsOf(wordsOf(prompt));
  return copied.size > 0 && [...runsOf(wordsOf(text))].some((run) => copied.has(run));
}

function runsOf(words: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let at = 0; at + COPIED_WORDS <= words.length; at += 1)
    runs.add(words.slice(at, at + COPIED_WORDS).join(' '));
  return runs;
}
