import { fitGate, type Gate, isOpen, type Trial } from './gate.ts';
import { buildLexical, type LexicalDocument, type LexicalIndex } from './lexical.ts';
import { type LinearModel, trainLinear } from './linear.ts';
import type { Steps } from './slices.ts';
import { type Terms, termsOf } from './words.ts';

/** A message of a customer, and what it was answered with. */
export interface Answered {
  text: string;
  /** The place of the saved reply in the list of replies; null: a person answered in their own words. */
  reply: number | null;
  /** Whether it counts in the rehearsal of answers without a person. */
  isRecent?: boolean;
}

/** A saved reply and how well it fits, from 0 to 1. */
export interface Ranked {
  reply: number;
  score: number;
}

/** Finds the saved replies of one workspace for a message. */
export interface Retrieval {
  /** Returns the replies in their order, the best first. */
  rank(text: string): Ranked[];
  gate: Gate;
  /** For each reply: how often it would have answered alone lately, and how often a person used it then. */
  alone: readonly Rehearsal[];
  /** Messages with an answer that it has learned from. */
  examples: number;
  /** What it said of messages of the history that it had not seen. */
  trials: Trials;
  bytes: number;
}

/** The history was divided into parts: the message at place `n` is of the part `n % parts`. */
interface Trials {
  parts: number;
  tried: readonly Tried[];
}

/** A message of the history, and the replies that it got from a model that had not seen it or others of its part. */
export interface Tried {
  at: number;
  reply: number | null;
  ranked: readonly Ranked[];
}

const TOP = 3;
/** How many replies are kept of a trial. */
const RANKED_KEPT = 10;
/** How sharp the lexical scores are as chances. */
const SHARPNESS = 14;
/** How much the classifier counts at most, and with how many examples per reply it counts half of that. */
const SHARE_MAX = 0.5;
const EXAMPLES_FOR_HALF = 2;
/** With so many examples per reply, their frequency says which words are common. */
const EXAMPLES_FOR_COMMON = 6;
/** A short history is tried in full, in parts; of a long one, a quarter is enough. */
const SHORT = 1_000;
const PARTS = { short: 3, long: 4 } as const;

/**
 * Learns from the saved replies of a workspace and from its own history. The gate is fitted on answers to messages that
 * the model had not seen: the history is divided, and each part is answered by what the others taught.
 */
export function* buildRetrieval(replies: readonly string[], history: readonly Answered[]): Steps<Retrieval> {
  const isSparse = history.length < replies.length * EXAMPLES_FOR_COMMON;
  const own: Terms[] = [];
  for (const text of replies) {
    own.push(termsOf(text, isSparse, isSparse));
    yield;
  }
  const seen: Seen[] = [];
  for (const { text, reply, isRecent } of history) {
    seen.push({ terms: termsOf(text, isSparse, isSparse), reply, isRecent });
    yield;
  }
  const tried: Tried[] = [];
  const trials: (Trial & { reply: number | undefined; isFirstRight: boolean; isRecent: boolean })[] = [];
  const isShort = seen.length <= SHORT;
  const parts = isShort ? PARTS.short : PARTS.long;
  for (let part = 0; part < (isShort ? parts : 1); part += 1) {
    const model = yield* learn(
      own,
      seen.filter((_, at) => at % parts !== part),
    );
    for (const [at, { terms, reply, isRecent }] of seen.entries()) {
      if (at % parts !== part) continue;
      const ranked = model.rank(terms);
      const [first] = ranked;
      tried.push({ at, reply, ranked: ranked.slice(0, RANKED_KEPT) });
      trials.push({
        ...trialOf(ranked, reply),
        ...{ reply: first?.reply, isFirstRight: first?.reply === reply, isRecent: isRecent ?? false },
      });
      yield;
    }
  }
  const { rank, bytes } = yield* learn(own, seen);
  const gate = fitGate(trials);
  const alone = replies.map((): Rehearsal => ({ cases: 0, right: 0 }));
  for (const trial of trials) {
    const rehearsed = trial.reply === undefined ? undefined : alone[trial.reply];
    if (!rehearsed || !trial.isRecent || !isSure(gate, trial)) continue;
    rehearsed.cases += 1;
    if (trial.isFirstRight) rehearsed.right += 1;
  }
  return {
    rank: (text) => rank(termsOf(text, isSparse, isSparse)),
    ...{ gate, alone },
    examples: seen.filter(({ reply }) => reply !== null).length,
    trials: { parts, tried },
    bytes: bytes + tried.length * RANKED_KEPT * 32,
  };
}

/** How a reply would have done without a person. */
export interface Rehearsal {
  cases: number;
  right: number;
}

/** So much surer than for a suggestion, and so far ahead of every other reply, an answer without a person must be. */
const ALONE = { more: 0.2, least: 0.6, most: 0.9, ahead: 0.3 };
/** A reply may answer alone when it would have been right so often, in so many cases. */
const REHEARSED = { cases: 20, right: 0.95 };

/** Returns whether a message is clear enough for an answer without a person. */
export function isSure(gate: Gate, { first, second }: Pick<Trial, 'first' | 'second'>): boolean {
  if (!gate.isFitted) return false;
  if (!Number.isFinite(gate.score)) return false;
  const needed = Math.min(ALONE.most, Math.max(ALONE.least, gate.score + ALONE.more));
  return first >= Math.max(needed, gate.score) && first - second >= ALONE.ahead;
}

/** Returns whether the rehearsal allows a reply to answer alone. */
export function mayAnswerAlone({ cases, right }: Rehearsal): boolean {
  return cases >= REHEARSED.cases && right / cases >= REHEARSED.right;
}

/** Returns up to three replies to show, and none when the gate is closed. */
export function shownOf({ gate }: Pick<Retrieval, 'gate'>, ranked: readonly Ranked[]): Ranked[] {
  const [first, second] = ranked;
  if (!first || !isOpen(gate, { first: first.score, second: second?.score ?? 0 })) return [];
  // One that is far behind the first only takes space.
  return ranked.slice(0, TOP).filter(({ score }) => score >= first.score * 0.08);
}

interface Seen {
  terms: Terms;
  reply: number | null;
  isRecent?: boolean | undefined;
}

function* learn(own: readonly Terms[], seen: readonly Seen[]) {
  const used = seen.filter((one): one is Seen & { reply: number } => one.reply !== null);
  const documents: LexicalDocument[] = [
    ...own.map((terms, entry) => ({ entry, terms })),
    ...used.map(({ terms, reply }) => ({ entry: reply, terms })),
  ];
  const lexical: LexicalIndex = yield* buildLexical(own.length, documents);
  const none = own.length;
  const isTrained = used.length > 0;
  const linear: LinearModel = yield* trainLinear(none + 1, [
    ...(isTrained ? own.map(({ features }, label) => ({ features, label })) : []),
    ...seen.map(({ terms, reply }) => ({ features: terms.features, label: reply ?? none })),
  ]);
  const perReply = used.length / Math.max(1, own.length);
  const share = isTrained ? (SHARE_MAX * perReply) / (perReply + EXAMPLES_FOR_HALF) : 0;

  function rank(terms: Terms): Ranked[] {
    const shared = lexical.score(terms);
    const sharp = shared.map((score) => Math.exp(SHARPNESS * score));
    const total = sharp.reduce((sum, value) => sum + value, 0);
    const chance = linear.predict(terms.features);
    const best = Math.max(0, ...shared);
    return Array.from(own, (_, reply) => {
      // What nobody has said before is no case for a saved reply, however alone the best one is.
      const byWords = ((sharp[reply] ?? 0) / Math.max(1e-9, total)) * Math.min(1, best / 0.5);
      return { reply, score: share * (chance[reply] ?? 0) + (1 - share) * byWords };
    }).sort((left, right) => right.score - left.score);
  }

  return { rank, bytes: linear.weights * 12 + documents.length * 600 };
}

/** Returns a trial of the gate: whether the reply of a person is among those that would be shown. */
export function trialOf(ranked: readonly Ranked[], reply: number | null): Trial {
  return {
    first: ranked[0]?.score ?? 0,
    second: ranked[1]?.score ?? 0,
    isStray: reply === null,
    isRight: reply !== null && ranked.slice(0, TOP).some((one) => one.reply === reply),
  };
}
