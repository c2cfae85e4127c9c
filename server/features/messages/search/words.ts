import { foldText } from '../../../db/search-text.ts';

/** Characters of a word that are stored; a longer one is found by its beginning. */
export const WORD_LENGTH = 20;
/** Different words of one message that are stored: a text of the largest size has about 350. */
export const WORDS_MAX = 256;
/** Words of one search that are looked at. */
const TERMS_MAX = 8;
/** Shorter terms only match whole words: too many words begin with one or two letters. */
const PREFIX_FROM = 3;

/** The scripts that do not separate words. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30FC\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const RUNS = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

/** What a message must have: a word that begins with the text, or in a script without spaces, the text anywhere. */
export interface Term {
  kind: 'word' | 'run';
  text: string;
}

/** The part of a message whose words are searched. */
export interface Worded {
  id: Buffer;
  type: string;
  createdAt: Date;
  content: string | null;
  caption: string | null;
  filename: string | null;
}

/** Words that no text has: they stand for what a message is, so that such messages can be walked. */
const MARKS = { any: '=', link: '=link' } as const;
const markOf = (type: string) => `=${type}`;

const WEEK_MS = 7 * 24 * 3_600_000;
const SEGMENT_MAX = 65_535;

/** Returns the week of a message: the words of a week are stored together, so new ones are written in one place. */
export function segmentOf(at: Date): number {
  return Math.min(SEGMENT_MAX, Math.max(0, Math.floor(at.getTime() / WEEK_MS)));
}

/** Returns the different words by which a message is found, and its marks. */
export function wordsOfMessage(message: Omit<Worded, 'id' | 'createdAt'>): Buffer[] {
  const text = textOf(message);
  const marks = [MARKS.any, markOf(message.type), ...(/https?:\/\//i.test(text) ? [MARKS.link] : [])];
  return [...new Set([...marks, ...wordsOf(text)])].slice(0, WORDS_MAX).map((word) => Buffer.from(word));
}

/** Returns the texts of a message in the order in which an excerpt is taken from them. */
export function textOf({
  content,
  caption,
  filename,
}: Pick<Worded, 'content' | 'caption' | 'filename'>): string {
  return [content, caption, filename].filter(Boolean).join('\n');
}

/** Returns the words of a text. Of a script without spaces, each pair of neighbours is one. */
export function wordsOf(text: string): string[] {
  return runsOf(text).flatMap((run) => {
    if (!IS_UNSPACED.test(run)) return [cut(run)];
    const characters = [...run];
    return characters.map((character, at) => character + (characters[at + 1] ?? ''));
  });
}

/** Returns what a message must have to be found by a text. */
export function termsOf(text: string): Term[] {
  const runs = [...new Set(runsOf(text))].slice(0, TERMS_MAX);
  return runs.map((run) =>
    IS_UNSPACED.test(run) ? { kind: 'run', text: run } : { kind: 'word', text: cut(run) },
  );
}

/** Returns whether a text has every term. */
export function hasTerms(text: string, terms: readonly Term[]): boolean {
  if (terms.length === 0) return true;
  const runs = runsOf(text);
  return terms.every((term) => runs.some((run) => matchesRun(run, term)));
}

/** Returns whether one run of letters has a term. */
export function matchesRun(run: string, { kind, text }: Term): boolean {
  if (kind === 'run') return run.includes(text);
  return isWhole(text) ? cut(run) === text : run.startsWith(text);
}

/** The stored words to look up for a term: equal to `from`, or from it up to `until`. */
export interface WordRange {
  from: Buffer;
  until: Buffer | null;
}

/** Returns where the messages with a term are. A longer run is looked up by its first pair. */
export function rangeOf({ kind, text }: Term): WordRange {
  const characters = [...text];
  if (kind === 'run' && characters.length > 1)
    return { from: Buffer.from(characters.slice(0, 2).join('')), until: null };
  const from = Buffer.from(text);
  if (kind === 'word' && isWhole(text)) return { from, until: null };
  const until = Buffer.from(from);
  // UTF-8 contains no byte 0xFF, so the last byte can always be incremented.
  until[until.length - 1] = (until.at(-1) ?? 0) + 1;
  return { from, until };
}

/** Returns where all messages are, or all of a type or with a link. */
export function rangeOfMark(mark: string | null): WordRange {
  return { from: Buffer.from(mark === null ? MARKS.any : markOf(mark)), until: null };
}

/** Returns the runs of letters and digits of a text, folded. */
function runsOf(text: string): string[] {
  return foldText(text).match(RUNS) ?? [];
}

function isWhole(word: string): boolean {
  return [...word].length < PREFIX_FROM;
}

function cut(word: string): string {
  return [...word].slice(0, WORD_LENGTH).join('');
}

/** A part of an excerpt; `isMatch` is what to highlight. */
export interface ExcerptPart {
  text: string;
  isMatch: boolean;
}

const BEFORE = 60;
const LENGTH = 220;
const ORIGINAL_WORDS = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns the part of a text around its first match, with all matches in it marked. */
export function excerptOf(text: string, terms: readonly Term[]): ExcerptPart[] {
  const plain = text.replace(/\s+/g, ' ').trim();
  const matches = matchesIn(plain, terms);
  const first = matches[0]?.start ?? 0;
  const start = first <= BEFORE ? 0 : wordStart(plain, first - BEFORE);
  const end = Math.min(plain.length, start + LENGTH);
  const parts: ExcerptPart[] = [];
  const add = (piece: string, isMatch: boolean) => {
    if (piece !== '') parts.push({ text: piece, isMatch });
  };
  add(start > 0 ? '…' : '', false);
  let at = start;
  for (const match of matches) {
    if (match.start < at || match.start >= end) continue;
    add(plain.slice(at, match.start), false);
    at = Math.min(match.end, end);
    add(plain.slice(match.start, at), true);
  }
  add(plain.slice(at, end), false);
  add(end < plain.length ? '…' : '', false);
  return parts;
}

/** Returns where the terms are in a text, in order. Positions are those of the text before it is folded. */
function matchesIn(text: string, terms: readonly Term[]): { start: number; end: number }[] {
  return [...text.matchAll(ORIGINAL_WORDS)].flatMap(({ 0: word, index }) => {
    const isPrefix = terms.some(
      (term) => term.kind === 'word' && runsOf(word).some((run) => matchesRun(run, term)),
    );
    if (isPrefix) return [{ start: index, end: index + word.length }];
    const folded = foldText(word);
    const run = terms.find((term) => term.kind === 'run' && folded.includes(term.text));
    if (!run) return [];
    // These scripts have no case; where folding changed the length, the whole run is marked.
    if (folded.length !== word.length) return [{ start: index, end: index + word.length }];
    const start = index + folded.indexOf(run.text);
    return [{ start, end: start + run.text.length }];
  });
}

function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space < 0 || space > at + 20 ? at : space + 1;
}
