import { type ConnectionShare, createShare } from './connection-shares.ts';
import { isUndone } from './database-errors.ts';

const TRIES = 20;
/** A pause is a random part of this, and of twice as much after each try, up to the second number. */
const PAUSE_MS = 20;
const PAUSE_MAX_MS = 320;
/** How long a repetition waits for others of the same caller: one of them may be a long change. */
const TURN_MS = 1_000;

/**
 * Does something again when it fails in a way that may not happen again. Calls `once` until it succeeds, fails in a way that
 * `isWorthIt` does not accept, or `endsAt` (`performance.now()`) or the number of tries is reached.
 * @param caller whose repetitions run one after another: the workspace; empty for work of none.
 * @throws what the last call has thrown.
 */
export type Repeat = <T>(
  isWorthIt: (error: unknown) => boolean,
  caller: string,
  endsAt: number,
  once: () => Promise<T>,
) => Promise<T>;

/**
 * Creates `Repeat` for one pool. Changes of one workspace meet in its counter. Through several nodes of a cluster, all but
 * the first are undone, and if they all ran again at once, all but the first would be undone again. So what was undone runs
 * again in turn.
 */
export function createRepeat(): Repeat {
  const turns = new Map<string, { share: ConnectionShare; users: number }>();

  async function inTurn<T>(caller: string, ms: number, work: () => Promise<T>): Promise<T> {
    const turn = turns.get(caller) ?? { share: createShare(1), users: 0 };
    turns.set(caller, turn);
    turn.users += 1;
    // After that time it goes on beside the one that takes so long.
    const giveBack = await turn.share.take(ms, '').catch(() => () => undefined);
    try {
      return await work();
    } finally {
      giveBack();
      turn.users -= 1;
      if (turn.users === 0) turns.delete(caller);
    }
  }

  return async (isWorthIt, caller, endsAt, once) => {
    let next = once;
    for (let tries = 1; ; tries += 1) {
      try {
        return await next();
      } catch (error) {
        const pauseMs = Math.random() * Math.min(PAUSE_MS * 2 ** (tries - 1), PAUSE_MAX_MS);
        const leftMs = endsAt - performance.now() - pauseMs;
        if (tries >= TRIES || leftMs <= 0 || !isWorthIt(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        next = isUndone(error) ? () => inTurn(caller, Math.min(TURN_MS, leftMs / 2), once) : once;
      }
    }
  };
}
