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
   * Waits for its turn; returns how to end it.
   * @throws {DatabaseTimeoutError} `connection` after `ms` milliseconds.
   */
  take(ms: number): Promise<() => void>;
  /** Returns how long the one who has waited longest has been waiting; 0 when nobody waits. */
  waitMs(): number;
}

/** Creates a share of so many connections, which are given in the order of the requests. */
export function createShare(size: number): ConnectionShare {
  /** Those who wait, in order, with the time since when. */
  const waiting = new Map<() => void, number>();
  let taken = 0;

  function release(): void {
    taken -= 1;
    const [next] = waiting.keys();
    next?.();
  }

  return {
    waitMs: () => {
      const [since] = waiting.values();
      return since === undefined ? 0 : performance.now() - since;
    },
    take: async (ms) => {
      if (taken < size) {
        taken += 1;
        return release;
      }
      return new Promise((resolve, reject) => {
        const start = () => {
          waiting.delete(start);
          cancel();
          taken += 1;
          resolve(release);
        };
        waiting.set(start, performance.now());
        const cancel = startTimer(ms, () => {
          waiting.delete(start);
          reject(new DatabaseTimeoutError('connection'));
        });
      });
    },
  };
}
