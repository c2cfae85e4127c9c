import type { CustomBatchingPrioritizationStrategy } from 'node-llama-cpp';

/** What the strategy must know of the sequences, and what it counts. */
export interface BatchLoad {
  /** Sequences that are writing and will therefore ask for their next step. */
  writing(): number;
  /** Told of every step: how many sequences it carries, and tokens in all. */
  onStep(sequences: number, tokens: number): void;
}

const LONGEST_WAIT_MS = 1;

/**
 * Makes steps full. A sequence whose token was drawn a moment later than the others' misses the next step,
 * and with 4 sequences most steps then carry 3 tokens for the price of 4. So while fewer tokens wait than
 * sequences are writing, no step begins; nobody waits for a sequence that reads its prompt, has ended or
 * was cancelled, and never longer than a millisecond, which is a small part of a step.
 *
 * Each token that is being written goes before pieces of prompts, which take what room is left.
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
    if (chosen.length > 0) load.onStep(chosen.length, size - room);
    return chosen;
  };
}
