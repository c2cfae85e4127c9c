import { fitGate, type Gate, isOpen, type Trial } from '../gate.ts';
import { type Ranked, type Tried, trialOf } from '../retrieval.ts';
import type { Steps } from '../slices.ts';
import { likenessOf, type SmallVector, type VectorDocument } from './small-vectors.ts';

/** With it, the first places of both lists count alike, and a place more or less counts little (reciprocal rank). */
const K = 60;
/** What is far behind the best of its list is no candidate. Vectors of any two texts are rather near to each other. */
const OF_BEST = { words: 0.08, vectors: 0.8 };
const LIST_MAX = 10;
/** More trials fit no better gate. */
const TRIALS_MAX = 600;

/** What ranks by words and vectors together, with a gate that was fitted on the scores of this ranking. */
export interface Fused {
  /** Returns the replies in their order, the best first, from those that the words have ranked. */
  rank(ranked: readonly Ranked[], message: SmallVector): Ranked[];
  gate: Gate;
}

/**
 * Fuses two lists by reciprocal rank. The score of the first is the mean of what words and vectors say of it, from 0 to
 * 1; those of the others are in proportion to their ranks.
 * @param near how near each reply is to the message by vectors.
 */
export function fuse(ranked: readonly Ranked[], near: ArrayLike<number>): Ranked[] {
  const nearest = Array.from(near, (score, reply) => ({ reply, score })).sort(
    (left, right) => right.score - left.score,
  );
  const words = new Map(ranked.map(({ reply, score }) => [reply, score]));
  const means = (reply: number) => ((words.get(reply) ?? 0) + (near[reply] ?? 0)) / 2;
  const sums = new Map<number, number>();
  for (const list of [candidates(ranked, OF_BEST.words), candidates(nearest, OF_BEST.vectors)])
    for (const [at, { reply }] of list.entries()) sums.set(reply, (sums.get(reply) ?? 0) + 1 / (K + at + 1));
  const order = [...sums].sort(
    ([one, left], [other, right]) => right - left || means(other) - means(one) || one - other,
  );
  const [first] = order;
  if (!first) return [];
  const score = means(first[0]);
  return order.map(([reply, sum]) => ({ reply, score: (score * sum) / first[1] }));
}

function candidates(list: readonly Ranked[], ofBest: number): Ranked[] {
  const best = list[0]?.score ?? 0;
  return list.filter(({ score }) => score > 0 && score >= best * ofBest).slice(0, LIST_MAX);
}

/**
 * Fits the gate of the fused ranking on the trials of the words: each message is compared with what the other parts of the
 * history taught. Returns null where the history is too short, or where words alone would have shown the right reply
 * more often, or more often as the first: a model may be a bad one.
 */
export function* buildFused(
  replies: number,
  documents: readonly VectorDocument[],
  trials: readonly (Tried & { part: number; vector: SmallVector })[],
): Steps<Fused | null> {
  const every = Math.max(1, Math.ceil(trials.length / TRIALS_MAX));
  const alone: Compared[] = [];
  const fused: Compared[] = [];
  for (const [at, { ranked, reply, part, vector }] of trials.entries()) {
    if (at % every !== 0) continue;
    alone.push(comparedOf(ranked, reply));
    fused.push(comparedOf(fuse(ranked, likenessOf(replies, documents, vector, part)), reply));
    yield;
  }
  const gate = fitGate(fused);
  const [together, words] = [reachOf(gate, fused), reachOf(fitGate(alone), alone)];
  if (!gate.isFitted || together.shown < words.shown || together.first < words.first) return null;
  return { gate, rank: (ranked, message) => fuse(ranked, likenessOf(replies, documents, message)) };
}

type Compared = Trial & { isFirstRight: boolean };

function comparedOf(ranked: readonly Ranked[], reply: number | null): Compared {
  return { ...trialOf(ranked, reply), isFirstRight: reply !== null && ranked[0]?.reply === reply };
}

/** Returns for how many messages the right reply would have been shown, and for how many as the first. */
function reachOf(gate: Gate, trials: readonly Compared[]): { shown: number; first: number } {
  const open = trials.filter((trial) => isOpen(gate, trial));
  return {
    shown: open.filter(({ isRight }) => isRight).length,
    first: open.filter(({ isFirstRight }) => isFirstRight).length,
  };
}
