import { DatabaseTimeoutError } from './database-errors.ts';
import { startTimer } from './time-limits.ts';

/**
 * Connections that are kept for work that must go on while requests hold all others: storing callbacks, and taking
 * and keeping work from the queues. Their statements are short and few at a time. Those of broadcasts are the opposite: all
 * that broadcasts get, so that a reply never waits for a connection behind thousands of their messages.
 */
export const RESERVED = { callbacks: 3, claims: 2, broadcasts: 3 } as const;

/** A part of the pool. `general` is for everything that has no connections of its own. */
export type ShareName = 'general' | keyof typeof RESERVED;

/** A number of connections. */
export interface ConnectionShare {
  /**
   * Waits for its turn; returns how to end it. Where many wait, the callers take turns, and each of them is served in order.
   * @param caller the workspace; empty for work of none.
   * @throws {DatabaseTimeoutError} `connection` after `ms` milliseconds.
   */
  take(ms: number, caller: string): Promise<() => void>;
  /** Returns how long the one who has waited longest has been waiting; 0 when nobody waits. */
  waitMs(): number;
}

/** Creates a share of so many connections. */
export function createShare(size: number): ConnectionShare {
  /** Those who wait, in order, with the time since when; the caller whose turn it is comes first. */
  const waiting = new Map<string, Map<() => void, number>>();
  let taken = 0;

  function release(): void {
    taken -= 1;
    const [next] = waiting;
    if (!next) return;
    const [caller, queue] = next;
    const [start] = queue.keys();
    // To the end of the round.
    waiting.delete(caller);
    waiting.set(caller, queue);
    start?.();
  }

  function forget(caller: string, start: () => void): void {
    const queue = waiting.get(caller);
    queue?.delete(start);
    if (queue?.size === 0) waiting.delete(caller);
  }

  return {
    waitMs: () => {
      const since = [...waiting.values()].map(
        (queue) => queue.values().next().value ?? Number.POSITIVE_INFINITY,
      );
      return since.length === 0 ? 0 : performance.now() - Math.min(...since);
    },
    take: async (ms, caller) => {
      if (taken < size) {
        taken += 1;
        return release;
      }
      return new Promise((resolve, reject) => {
        const start = () => {
          forget(caller, start);
          cancel();
          taken += 1;
          resolve(release);
        };
        const queue = waiting.get(caller) ?? new Map<() => void, number>();
        waiting.set(caller, queue.set(start, performance.now()));
        const cancel = startTimer(ms, () => {
          forget(caller, start);
          reject(new DatabaseTimeoutError('connection'));
        });
      });
    },
  };
}
