import { trainLinear } from './linear.ts';
import type { Steps } from './slices.ts';
import { type Terms, termsOf } from './words.ts';

/** A conversation with its labels. */
export interface Labelled {
  text: string;
  /** The places of its labels. */
  labels: readonly number[];
}

/** Suggests labels for what a customer has written. */
export interface LabelModel {
  /** Returns the labels to suggest, the best first; none when none is sure enough. */
  suggest(text: string): { label: number; score: number }[];
  /** Labels that are suggested at all. */
  offered: ReadonlySet<number>;
  bytes: number;
}

/** A label with fewer conversations says too little about them. */
export const CONVERSATIONS_MIN = 20;
/** The least share of conversations, among those for which a label is suggested first, that must have it. */
const PRECISION = 0.8;
const TRIALS_MIN = 8;
const SCORE_MIN = 0.4;
const PARTS = 3;
const SUGGESTED_MAX = 3;

/**
 * Learns labels from the conversations that people have labelled. A label is offered only when suggestions for
 * conversations that the model had not seen were right often enough.
 */
export function* learnLabels(count: number, conversations: readonly Labelled[]): Steps<LabelModel> {
  const seen: { terms: Terms; labels: readonly number[] }[] = [];
  for (const { text, labels } of conversations) {
    seen.push({ terms: termsOf(text), labels });
    yield;
  }
  const used = Array.from({ length: count }, () => 0);
  for (const { labels } of seen) for (const label of labels) used[label] = (used[label] ?? 0) + 1;
  const isEnough = (label: number) => (used[label] ?? 0) >= CONVERSATIONS_MIN;
  const offered = new Set<number>();
  if (used.some((_, label) => isEnough(label))) {
    const right = new Map<number, number>();
    const suggested = new Map<number, number>();
    for (let part = 0; part < PARTS; part += 1) {
      const others = seen.filter((_, at) => at % PARTS !== part);
      const model = yield* train(count, others, isEnough);
      for (const [at, { terms, labels }] of seen.entries()) {
        if (at % PARTS !== part) continue;
        const [first] = ranked(model.predict(terms.features), count);
        if (!first || first.score < SCORE_MIN) continue;
        suggested.set(first.label, (suggested.get(first.label) ?? 0) + 1);
        if (labels.includes(first.label)) right.set(first.label, (right.get(first.label) ?? 0) + 1);
        yield;
      }
    }
    for (const [label, times] of suggested) {
      if (times >= TRIALS_MIN && (right.get(label) ?? 0) / times >= PRECISION) offered.add(label);
    }
  }
  const model = yield* train(count, offered.size > 0 ? seen : [], isEnough);
  return {
    offered,
    bytes: model.weights * 12,
    suggest: (text) => {
      if (offered.size === 0) return [];
      return ranked(model.predict(termsOf(text).features), count)
        .filter(({ label, score }) => score >= SCORE_MIN / 2 && offered.has(label))
        .slice(0, SUGGESTED_MAX);
    },
  };
}

/** Conversations without any such label are a class of their own, the last one. */
function train(
  count: number,
  seen: readonly { terms: Terms; labels: readonly number[] }[],
  isEnough: (label: number) => boolean,
) {
  return trainLinear(
    count + 1,
    seen.flatMap(({ terms: { features }, labels }) => {
      const taught = labels.filter(isEnough);
      return (taught.length > 0 ? taught : [count]).map((label) => ({ features, label }));
    }),
  );
}

/** Returns the labels by their chance; none when it is likeliest that the conversation has none. */
function ranked(chances: Float64Array, count: number): { label: number; score: number }[] {
  const all = [...chances]
    .map((score, label) => ({ label, score }))
    .sort((left, right) => right.score - left.score);
  return all[0]?.label === count ? [] : all.filter(({ label }) => label < count);
}
