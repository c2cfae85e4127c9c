import type { Steps } from './slices.ts';
import type { Terms } from './words.ts';

const K1 = 1.2;
const B = 0.4;
const DOCUMENTS_AT_ONCE = 20;

/** A text of an entry: its own words, or a message that it has answered. */
export interface LexicalDocument {
  /** The entry's place in the list of entries. */
  entry: number;
  terms: Pick<Terms, 'words' | 'grams'>;
}

export interface LexicalIndex {
  /** Returns how much of a message each entry shares, from 0 to 1: words and runs of characters count alike. */
  score(terms: Pick<Terms, 'words' | 'grams'>): Float64Array;
}

/** Builds an index of texts that finds the entries whose texts are most like a message, by BM25. */
export function* buildLexical(entries: number, documents: readonly LexicalDocument[]): Steps<LexicalIndex> {
  const entryOf = Int32Array.from(documents, ({ entry }) => entry);
  const words = yield* buildField(documents.map(({ terms }) => terms.words));
  const grams = yield* buildField(documents.map(({ terms }) => terms.grams));
  return {
    score(terms) {
      const byDocument = new Float64Array(documents.length);
      words(terms.words, 0.5, byDocument);
      grams(terms.grams, 0.5, byDocument);
      const best = new Float64Array(entries);
      const second = new Float64Array(entries);
      for (let at = 0; at < byDocument.length; at += 1) {
        const entry = entryOf[at] ?? 0;
        const score = byDocument[at] ?? 0;
        if (score > (best[entry] ?? 0)) {
          second[entry] = best[entry] ?? 0;
          best[entry] = score;
        } else if (score > (second[entry] ?? 0)) second[entry] = score;
      }
      // One text that is alike may be chance; two are a habit.
      return best.map((score, entry) => 0.75 * score + 0.25 * (second[entry] ?? 0));
    },
  };
}

type Field = (query: Uint32Array, share: number, into: Float64Array) => void;

/** Builds the lists of documents by term, and returns what adds each document's share of a query to `into`. */
function* buildField(documents: readonly Uint32Array[]): Steps<Field> {
  const lists = new Map<number, number[]>();
  let total = 0;
  for (const [at, terms] of documents.entries()) {
    total += terms.length;
    for (const term of terms) {
      const list = lists.get(term);
      if (list) list.push(at);
      else lists.set(term, [at]);
    }
    if (at % DOCUMENTS_AT_ONCE === 0) yield;
  }
  const postings = new Map<number, Int32Array>();
  let done = 0;
  for (const [term, list] of lists) {
    postings.set(term, Int32Array.from(list));
    done += 1;
    if (done % 2_000 === 0) yield;
  }
  const average = Math.max(1, total / Math.max(1, documents.length));
  // A term occurs in a document or not, so the weight of one depends only on the document's length.
  const weight = Float64Array.from(
    documents,
    (terms) => (K1 + 1) / (1 + K1 * (1 - B + (B * terms.length) / average)),
  );
  // A word that nobody has used counts as one that was used once: in a small collection, most words are new.
  const idf = (count: number) => {
    const used = Math.max(1, count);
    return Math.log(1 + (documents.length - used + 0.5) / (used + 0.5));
  };
  return (query, share, into) => {
    let possible = 0;
    for (const term of query) possible += idf(postings.get(term)?.length ?? 0);
    if (possible === 0) return;
    for (const term of query) {
      const list = postings.get(term);
      if (!list) continue;
      const part = (share * idf(list.length)) / possible;
      for (const at of list) into[at] = (into[at] ?? 0) + part * (weight[at] ?? 0);
    }
  };
}
