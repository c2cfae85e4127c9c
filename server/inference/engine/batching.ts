import type { CustomBatchingPrioritizationStrategy, EvaluationPriority } from 'node-llama-cpp';

/** The strategy's view of the sequences, and its counters. */
export interface BatchLoad {
  /** Number of sequences that are writing and will therefore request another step. */
  writing(): number;
  /** Returns whether the sequence at a place waits for one of a higher class. */
  mustWait(place: number): boolean;
  /** Called for every step. */
  onStep(step: Step): void;
}

/** One step of the model. */
export interface Step {
  sequences: number;
  tokens: number;
  /** Minimum number of passes over the weights. */
  passes: number;
}

const LONGEST_WAIT_MS = 1;

/**
 * Returns the position of a sequence within its context as a priority. The library passes no other
 * information about an item to its strategies, and leaves the meaning of the number to the strategy.
 */
export function placeInStep(index: number): EvaluationPriority {
  return index as EvaluationPriority;
}

/**
 * Creates a strategy that fills steps. A sequence whose token is sampled slightly later than the others'
 * misses the next step; with 4 sequences, most steps would then carry 3 tokens at the cost of 4. So no step
 * begins while fewer tokens are waiting than sequences are writing. It does not wait for sequences that are
 * reading their prompt, have ended or were cancelled, and never longer than a millisecond, a small part of a
 * step.
 *
 * Tokens being written take precedence over pieces of prompts, which fill the remaining room. Sequences that wait for
 * one of a higher class in the same step are left out.
 *
 * The chosen items are then sorted by sequence (`placeInStep`). The engine processes only consecutive
 * sequences in one pass over the weights: 0 1 2 3 is one pass, 3 2 1 0 is four.
 * @param now milliseconds of a monotonic clock; replaced in tests.
 */
export function fullSteps(
  load: BatchLoad,
  now: () => number = performance.now.bind(performance),
): CustomBatchingPrioritizationStrategy {
  let waitingSince: number | null = null;
  return ({ items, size }) => {
    const writing = items.filter((item) => item.tokens.length === 1);
    const reading = items.filter((item) => item.tokens.length > 1);
    if (writing.length > 0 && writing.length < load.writing()) {
      waitingSince ??= now();
      if (now() - waitingSince < LONGEST_WAIT_MS) return [];
    }
    waitingSince = null;
    // An empty step would not be followed by another, so nothing is left out for a sequence that has nothing to do yet.
    const first = items.filter((item) => !load.mustWait(item.evaluationPriority));
    const left = first.length > 0 ? new Set(first) : new Set(items);
    let room = size;
    const chosen = [...writing, ...reading]
      .filter((item) => left.has(item))
      .flatMap((item) => {
        const processAmount = Math.min(item.tokens.length, room);
        room -= processAmount;
        return processAmount > 0 ? [{ item, processAmount }] : [];
      });
    chosen.sort((one, other) => one.item.evaluationPriority - other.item.evaluationPriority);
    const passes = chosen.filter(({ item }, index) => {
      const before = chosen[index - 1]?.item;
      return !before || item.evaluationPriority !== before.evaluationPriority + 1;
    }).length;
    if (chosen.length > 0) load.onStep({ sequences: chosen.length, tokens: size - room, passes });
    return chosen;
  };
}
