import { createHash } from 'node:crypto';
import type { AskedGeneration, Generation } from '../protocol.ts';

/** Number of times that the engine ends while it runs a request, after which the request is refused. */
const STRIKES = 2;
const HELD_MS = 3_600_000;
/** The oldest are forgotten first. Each loss of the engine adds at most one per slot. */
const REMEMBERED = 1_000;

/**
 * Remembers which requests were running when the engine ended, so that one that ends it is not repeated until it
 * has ended it again and again. A request is known by its key and its content, without seed and id.
 */
export function createQuarantine(now: () => number = () => performance.now()) {
  const strikes = new Map<string, { key: string; count: number; at: number }>();

  function note(name: string, key: string): void {
    const known = strikes.get(name);
    const isRecent = known !== undefined && now() - known.at < HELD_MS;
    strikes.delete(name);
    strikes.set(name, { key, count: isRecent ? known.count + 1 : 1, at: now() });
    const [oldest] = strikes.keys();
    if (strikes.size > REMEMBERED && oldest !== undefined) strikes.delete(oldest);
  }

  return {
    /** Notes that the engine ended while these requests were running. Equal ones count once. */
    strike: (requests: readonly { key: string; generation: Generation }[]): void => {
      const named = new Map(requests.map(({ key, generation }) => [nameOf(key, generation), key]));
      for (const [name, key] of named) note(name, key);
    },
    /** Returns whether this request of this key is refused for now. */
    holds: (key: string, generation: AskedGeneration): boolean => {
      // Serializing a request is only worthwhile for the few keys that have lost an engine.
      if (![...strikes.values()].some((one) => one.key === key)) return false;
      const known = strikes.get(nameOf(key, generation));
      return known !== undefined && known.count >= STRIKES && now() - known.at < HELD_MS;
    },
  };
}

function nameOf(key: string, generation: AskedGeneration): string {
  const { messages, prompt, form, maxTokens, stop, logitBias, topLogprobs } = generation;
  const content = JSON.stringify([key, messages, prompt, form, maxTokens, stop, logitBias, topLogprobs]);
  return createHash('sha256').update(content).digest('base64');
}
