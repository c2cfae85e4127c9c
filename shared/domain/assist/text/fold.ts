/** A part of a text: from the character `start` up to the character `end`, which is not part of it. */
export interface Span {
  start: number;
  end: number;
}

const NOT_ASCII = /[^\0-\x7f]/g;
const ABBREVIATIONS = new Set(
  'sr sra srta dr dra mr mrs ms prof av st etc no num tel obs ex pag vs approx aprox cel ltda inc art'.split(
    ' ',
  ),
);
/** It begins where a run of signs begins: otherwise a long run would be read again from each of its signs. */
const ENDS_SENTENCE = /(?<![.!?…])[.!?…]+(?=\s|$|["'”»)*_])|\n+/g;
const ADDRESSES = /https?:\/\/\S+|(?<!\S)[^\s@]+@\S+|\{\{[^{}]*\}\}/g;
/** An abbreviation is shorter. */
const WORD_END = 10;
const OPENS = /[\s"'“”«»‘’()*_~>[\]•·–—-]/;

/**
 * Returns the text in small letters without accents. Every character keeps its place, so that a match in the
 * result is a match in the text.
 */
export function fold(text: string): string {
  return text
    .replace(NOT_ASCII, (character) => character.normalize('NFD').charAt(0) || character)
    .replace(/[A-Z]|[^\0-\x7f]/g, (character) => {
      const small = character.toLowerCase();
      return small.length === 1 ? small : character;
    })
    .replace(/[’‘`´]/g, "'");
}

/** Returns the words of a text, in small letters without accents. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
}

/** Returns the number of letters in a text. */
export function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Returns a text without addresses and variables, which are words of no language. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESSES, ' ');
}

/** Returns where the sentences of a text stand. A line is at least one sentence. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(ENDS_SENTENCE)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && endsWithAbbreviation(text.slice(start, match.index))) continue;
    addSpan(text, spans, start, end);
    start = end;
  }
  addSpan(text, spans, start, text.length);
  return spans;
}

/** Returns whether a word at this place starts a sentence, so that its capital letter says nothing. */
export function startsSentence(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && OPENS.test(text.charAt(before))) {
    if (text.charAt(before) === '\n') return true;
    before -= 1;
  }
  if (before < 0) return true;
  const last = text.charAt(before);
  if (last === '.') return !endsWithAbbreviation(text.slice(0, before));
  return /[!?…:;|¡¿]/.test(last) || (!/[\p{L}\p{N}]/u.test(last) && last > '\u2000');
}

/** Returns whether two parts of a text have a character in common. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

function endsWithAbbreviation(before: string): boolean {
  const word = /(?<!\p{L})\p{L}+$/u.exec(before.slice(-WORD_END))?.[0];
  return word !== undefined && ABBREVIATIONS.has(fold(word));
}

function addSpan(text: string, spans: Span[], from: number, to: number): void {
  const piece = text.slice(from, to);
  const trimmed = piece.trim();
  if (trimmed === '') return;
  const start = from + piece.indexOf(trimmed);
  spans.push({ start, end: start + trimmed.length });
}
