import { isThanks } from '../../../../shared/domain/assist/text/thanks.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { type AnsweredPair, pairsOf } from './answered-pairs.ts';
import { readRecentMessages } from './conversations-read.repository.ts';
import { inSlices, type Steps } from './slices.ts';
import { termsOf } from './words.ts';

/** Answers that people gave by hand in similar words; the most typical one is the first. */
export interface AlikeAnswers {
  pairs: AnsweredPair[];
  /** How many customers they were given to. */
  contacts: number;
}

/** Fewer answers, or answers to fewer customers, are no habit. */
const ANSWERS_MIN = 5;
const CONTACTS_MIN = 2;

const ANSWERS_READ = 6_000;
const ANSWERS_MAX = 3_000;
const GROUPS_MAX = 40;
/** A shorter answer says nothing without its question; a longer one was written for one customer. */
const LENGTH = { least: 20, most: 1_000 };
const WORDS_MIN = 3;
/** How much two answers, or two questions, have in common: 1 is the same. */
const ANSWERS_ALIKE = 0.5;
const QUESTIONS_ALIKE = 0.12;
/** So many of the questions must be like another one: a text that answers anything is no reply to a question. */
const QUESTIONS_SHARE = 0.6;
const NEIGHBOURS_MAX = 400;
/** A term of fewer texts counts like one of so many: names are in one text each, and say nothing about the others. */
const RARE = 3;
const TERMS_AT_ONCE = 2_000;
/** A term of more texts than this says little, and comparing by it takes the most time. */
const COMMON = { share: 0.25, least: 200 };

/**
 * Returns the answers that people of a workspace gave several times in similar words since a time. `others`: answers that do
 * not count, as hexadecimal ids. Null when the server stops meanwhile.
 */
export async function answersAlike(
  ctx: Context,
  since: Date,
  others: ReadonlySet<string>,
  isStopping: () => boolean,
): Promise<AlikeAnswers[] | null> {
  const pairs = pairsOf(await readRecentMessages(ctx, since));
  return inSlices(findAlikeAnswers(pairs.filter(({ id }) => !others.has(id.toString('hex')))), isStopping);
}

/**
 * Finds the answers that people gave several times in similar words, the most frequent first. Numbers are left out of the
 * comparison: the same answer with another price is the same answer.
 */
export function* findAlikeAnswers(all: readonly AnsweredPair[]): Steps<AlikeAnswers[]> {
  const worth: AnsweredPair[] = [];
  for (const pair of all.slice(-ANSWERS_READ)) {
    if (isWorthSaving(pair)) worth.push(pair);
    yield;
  }
  const texts = distinct(worth.slice(-ANSWERS_MAX));
  const compare = yield* comparison(texts.map(({ answer }) => answer));
  const near: number[][] = [];
  for (const place of texts.keys()) {
    near.push(compare.like(place, ANSWERS_ALIKE).slice(0, NEIGHBOURS_MAX));
    yield;
  }
  const weightOf = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + (texts[place]?.pairs.length ?? 0), 0);
  const weights = near.map(weightOf);
  const order = [...texts.keys()].sort(
    (one, other) => (weights[other] ?? 0) - (weights[one] ?? 0) || one - other,
  );
  const taken = new Set<number>();
  const groups: AlikeAnswers[] = [];
  for (const place of order) {
    if (groups.length === GROUPS_MAX) break;
    const places = (near[place] ?? []).filter((one) => !taken.has(one));
    if (taken.has(place) || weightOf(places) < ANSWERS_MIN) continue;
    for (const one of places) taken.add(one);
    const pairs = places.flatMap((one) => texts[one]?.pairs ?? []);
    const contacts = new Set(pairs.map(({ contactId }) => contactId.toString('hex'))).size;
    if (contacts >= CONTACTS_MIN && (yield* hasOneQuestion(pairs))) groups.push({ pairs, contacts });
  }
  return groups.sort((one, other) => other.pairs.length - one.pairs.length);
}

/** Returns the words that say what a text is about, as sorted hashes: what stays of a text that must be recognized later. */
export function subjectOf(text: string): Uint32Array {
  return termsOf(withoutNumbers(text), true).words.toSorted();
}

/** Returns whether two texts are about the same. */
export function isSameSubject(one: Uint32Array, other: Uint32Array): boolean {
  const words = new Set(one);
  const shared = other.reduce((count, word) => count + (words.has(word) ? 1 : 0), 0);
  return one.length > 0 && (2 * shared) / (one.length + other.length) >= SUBJECT_ALIKE;
}

const SUBJECT_ALIKE = 0.6;

function isWorthSaving({ answer }: AnsweredPair): boolean {
  if (answer.length < LENGTH.least || answer.length > LENGTH.most) return false;
  return subjectOf(answer).length >= WORDS_MIN && !answer.split('\n').every(isThanks);
}

/** Returns the different texts, each with all its answers: a text that is often repeated is compared once. */
function distinct(pairs: readonly AnsweredPair[]): { answer: string; pairs: AnsweredPair[] }[] {
  const texts = new Map<string, { answer: string; pairs: AnsweredPair[] }>();
  for (const pair of pairs) {
    const key = pair.answer.toLowerCase().replace(/\s+/g, ' ');
    const known = texts.get(key);
    if (known) known.pairs.push(pair);
    else texts.set(key, { answer: pair.answer, pairs: [pair] });
  }
  return [...texts.values()];
}

/** Returns whether most of the questions have words in common with another one. */
function* hasOneQuestion(pairs: readonly AnsweredPair[]): Steps<boolean> {
  const questions = pairs.slice(0, NEIGHBOURS_MAX).map(({ question }) => question);
  const compare = yield* comparison(questions);
  let alike = 0;
  for (const place of questions.keys()) {
    if (compare.like(place, QUESTIONS_ALIKE).length > 1) alike += 1;
    yield;
  }
  return alike >= QUESTIONS_SHARE * questions.length;
}

/** Texts that can be compared with each other. */
interface Comparison {
  /** Returns the places of the texts that are like one of them, itself first and then the most alike. */
  like(place: number, least: number): number[];
}

/** Compares texts by the runs of characters of their words; rare ones count more. */
function* comparison(texts: readonly string[]): Steps<Comparison> {
  const grams: Uint32Array[] = [];
  const places = new Map<number, number[]>();
  for (const [place, text] of texts.entries()) {
    const terms = termsOf(withoutNumbers(text), true).grams;
    grams.push(terms);
    for (const term of terms) {
      const list = places.get(term);
      if (list) list.push(place);
      else places.set(term, [place]);
    }
    yield;
  }
  const common = Math.max(COMMON.least, texts.length * COMMON.share);
  const weights = new Map<number, number>();
  for (const [term, { length: count }] of places) {
    weights.set(term, count > common ? 0 : Math.log(1 + texts.length / Math.max(RARE, count)) ** 2);
    if (weights.size % TERMS_AT_ONCE === 0) yield;
  }
  const weight = (term: number) => weights.get(term) ?? 0;
  const length = new Float64Array(texts.length);
  for (const [place, terms] of grams.entries()) {
    length[place] = Math.sqrt(terms.reduce((sum, term) => sum + weight(term), 0));
    yield;
  }
  return {
    like(place, least) {
      const shared = new Float64Array(texts.length);
      for (const term of grams[place] ?? []) {
        const part = weight(term);
        if (part === 0) continue;
        for (const other of places.get(term) ?? []) shared[other] = (shared[other] ?? 0) + part;
      }
      const score = (other: number) =>
        (shared[other] ?? 0) / ((length[place] ?? 0) * (length[other] ?? 0) || 1);
      return [...texts.keys()]
        .filter((other) => other === place || score(other) >= least)
        .sort((one, other) => Number(other === place) - Number(one === place) || score(other) - score(one));
    },
  };
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, ' ');
}
