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
}

/** Creates a share of so many connections, which are given in the order of the requests. */
export function createShare(size: number): ConnectionShare {
  const waiting = new Set<() => void>();
  let taken = 0;

  function release(): void {
    taken -= 1;
    const [next] = waiting;
    next?.();
  }

  return {
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
        waiting.add(start);
        const cancel = startTimer(ms, () => {
          waiting.delete(start);
          reject(new DatabaseTimeoutError('connection'));
        });
      });
    },
  };
}
