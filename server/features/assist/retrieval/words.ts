/** Words of a message that count; the rest of a very long one says nothing new. */
const WORDS_MAX = 80;
/** A longer run of letters is an address or a code: its start is enough. */
const WORD_LENGTH_MAX = 24;

/** What a text consists of, as hashes without repeats. */
export interface Terms {
  words: Uint32Array;
  /** Runs of 3 and 4 characters of its words: they bear with typing errors and endings. */
  grams: Uint32Array;
  /** What the classifier reads: words, pairs of words, and runs of 3 to 5 characters. */
  features: Uint32Array;
}

/** Returns the words of a text without case and accents, which customers leave out. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, WORDS_MAX)
    .map((word) => word.slice(0, WORD_LENGTH_MAX));
}

/** Returns the terms of a text. Each kind has its own seed, so that a word and a run of characters differ. */
export function termsOf(text: string): Terms {
  const list = wordsOf(text);
  const words = new Set<number>();
  const grams = new Set<number>();
  const features = new Set<number>();
  let before = 0;
  for (const word of list) {
    const id = hash(word, 0, word.length, 1);
    words.add(id);
    features.add(id);
    features.add(mix(before, id));
    before = id;
    const marked = `<${word}>`;
    for (let length = 3; length <= 5; length += 1) {
      for (let start = 0; start + length <= marked.length; start += 1) {
        const gram = hash(marked, start, start + length, 2);
        features.add(gram);
        if (length <= 4) grams.add(gram);
      }
    }
  }
  return {
    words: Uint32Array.from(words),
    grams: Uint32Array.from(grams),
    features: Uint32Array.from(features),
  };
}

/** FNV-1a over UTF-16 units. */
function hash(text: string, from: number, to: number, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

function mix(left: number, right: number): number {
  return (Math.imul(left ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(right, 0xc2b2ae35)) >>> 0;
}
