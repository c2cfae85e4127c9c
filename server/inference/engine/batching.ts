import type { CustomBatchingPrioritizationStrategy, EvaluationPriority } from 'node-llama-cpp';

/** What the strategy must know of the sequences, and what it counts. */
export interface BatchLoad {
  /** Sequences that are writing and will therefore ask for their next step. */
  writing(): number;
  /** Called with every step that is taken. */
  onStep(step: Step): void;
}

/** One step of the model. */
export interface Step {
  sequences: number;
  tokens: number;
  /** Passes over the weights, at least. */
  passes: number;
}

const LONGEST_WAIT_MS = 1;

/**
 * Where a sequence stands among its context's sequences, as the library's strategies can see it: they get
 * of an item only this number, and what it means is the strategy's own affair.
 */
export function placeInStep(index: number): EvaluationPriority {
  return index as EvaluationPriority;
}

/**
 * Makes steps full. A sequence whose token was drawn a moment later than the others' misses the next step,
 * and with 4 sequences most steps then carry 3 tokens for the price of 4. So while fewer tokens wait than
 * sequences are writing, no step begins; nobody waits for a sequence that reads its prompt, has ended or
 * was cancelled, and never longer than a millisecond, which is a small part of a step.
 *
 * Each token that is being written goes before pieces of prompts, which take what room is left.
 *
 * What was chosen is then put in the order of the sequences (`placeInStep`). The engine takes in one pass over
 * the weights only sequences that follow each other in their order: 0 1 2 3 is one pass, 3 2 1 0 are four.
 * @param now milliseconds of a clock that only goes forward; replaced in tests.
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
    let room = size;
    const chosen = [...writing, ...reading].flatMap((item) => {
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
