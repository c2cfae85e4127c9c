import type { Day } from './calendar.ts';
import type { EditRefusal } from './findings.ts';
import { wordsOf } from './fold.ts';
import { findIdentifiers } from './identifiers.ts';
import { languageOf } from './language.ts';
import { findLeaks, showsPrompt } from './leaks.ts';
import { findPromises } from './promises.ts';
import { findSensitive } from './sensitive.ts';
import { hasBalancedMarks, MARKDOWN } from './verify.ts';

/** Something that the given text does not say, in a text that is offered all the same. */
export interface EditFinding {
  kind: 'promise' | 'sensitive';
  text: string;
}

export interface VerifyEditOptions {
  /** The text that it was made from. */
  given: string;
  /** What else it may draw on, such as the conversation. A promise must stand in `given` itself. */
  context?: readonly string[];
  /**
   * `reply`: a person may send it. `summary`: it says what we have promised. `reading`: it is not sent, and what it
   * promises is the customer's.
   */
  use: 'reply' | 'summary' | 'reading';
  /** Whether `given` are keywords: that they mean a promise is then a guess, so one is only marked. */
  isFromKeywords?: boolean;
  /** Whether it is in the language of `given`, as a rewritten text is; otherwise it counts only where that is clear. */
  isSameLanguage?: boolean;
  /** How long texts like it usually are, in characters; 0: as long as `given`. */
  usualLength?: number;
  today: Day;
  /** Our part of the prompt, which no text may repeat. */
  prompt: string;
  /** Identifiers of the text that belong to other contacts only. */
  knownToOthers?: readonly string[];
}

/** Shorter texts are never too long. In bytes, so that a sentence in Chinese is not a short one. */
const SHORTEST_LIMIT = 160;

/**
 * Verifies a text that a model made from a person's own words. What those say already may stand in it. Whether it adds
 * a promise or a topic is certain within one language only; between two, it is marked.
 */
export function verifyEdit(
  text: string,
  {
    given,
    context = [],
    use,
    isFromKeywords = false,
    usualLength = 0,
    today,
    prompt,
    ...rest
  }: VerifyEditOptions,
): { refused: EditRefusal | null; findings: EditFinding[] } {
  const refuse = (refused: EditRefusal) => ({ refused, findings: [] });
  const sources = [given, ...context];
  if (showsPrompt(text, prompt) && !sources.some((source) => showsPrompt(source, prompt)))
    return refuse('prompt');
  if (findLeaks(text, rest.knownToOthers ?? []).length > 0) return refuse('leak');
  if (bytesOf(text) > Math.max(2 * Math.max(bytesOf(given), usualLength), SHORTEST_LIMIT))
    return refuse('length');
  if (use === 'reading') return { refused: null, findings: [] };

  if (use === 'reply' && !hasOwnMarks(text, sources)) return refuse('marks');
  const language = languageOf(text);
  const isNamed = language !== 'unknown' && language !== 'other';
  const isCertain = rest.isSameLanguage || (isNamed && language === languageOf(given));
  const findings: EditFinding[] = [];
  const promise = addedPromise(text, given, { today, isNew: use === 'summary' ? () => true : isNewSentence });
  if (promise !== null && isCertain && !isFromKeywords) return refuse('promise');
  if (promise !== null) findings.push({ kind: 'promise', text: promise });
  const known = new Set(sources.flatMap(findSensitive).map(({ topic }) => topic));
  const added = findSensitive(text).find(({ topic }) => !known.has(topic));
  if (added && isCertain) return refuse('sensitive');
  if (added) findings.push({ kind: 'sensitive', text: text.slice(added.start, added.end) });
  return { refused: null, findings };
}

/** Returns whether the marks of a text are those of WhatsApp, in pairs, or stand in what it was made from. */
function hasOwnMarks(text: string, sources: readonly string[]): boolean {
  const hasMarkdown = (one: string) => one.match(MARKDOWN) !== null;
  if (hasMarkdown(text) && !sources.some(hasMarkdown)) return false;
  return hasBalancedMarks(text) || !sources.every(hasBalancedMarks);
}

/** Returns the first new promise of a text, if the given one makes none. */
function addedPromise(
  text: string,
  given: string,
  { today, isNew }: { today: Day; isNew(quote: string, given: string): boolean },
): string | null {
  const now = { date: today, time: '00:00' };
  const written = given
    .replace(/\b(i|we|you|it)ll\b/gi, "$1'll")
    .replace(/\bgonna\b/gi, 'going to')
    .replace(/\bu\b/gi, 'you');
  if (findPromises(written, now).length > 0) return null;
  return findPromises(text, now).find(({ quote }) => isNew(quote, given))?.quote ?? null;
}

/** A sentence that has half of its words from the given text may be a promise there that was typed with mistakes. */
function isNewSentence(quote: string, given: string): boolean {
  const known = new Set(wordsOf(given));
  const words = wordsOf(quote);
  return words.filter((word) => !known.has(word)).length > words.length / 2;
}

/** Returns the emails, phones and codes of a text that do not stand in what it was made from, at most `max`. */
export function addedIdentifiers(text: string, sources: readonly string[], max: number): string[] {
  const known = new Set(sources.flatMap(findIdentifiers).map(({ value }) => value));
  const added = findIdentifiers(text).filter(
    ({ kind, value }) => kind !== 'url' && kind !== 'document' && !known.has(value),
  );
  return [...new Set(added.map(({ start, end }) => text.slice(start, end)))].slice(0, max);
}

/** Returns the length of a text in UTF-8, which the code of the browser and of the server counts alike. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
