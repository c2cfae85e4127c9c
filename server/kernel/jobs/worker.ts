import type { Database } from '../../db/database.ts';
import type { Logger } from '../logging/logger.ts';
import { type Claim, type Claimed, claimDue } from './claim.ts';

export interface WorkerOptions extends Claim {
  /** Takes up to so many rows, where the plain order of due rows is not the right one. */
  claim?(room: number): Promise<Claimed>;
  /** Works on one claimed row. The token fences its writes: when the lease is lost, they change nothing. */
  handle(id: Buffer, token: Buffer): Promise<void>;
  concurrency: number;
  pollMs?: number;
}

export interface Worker {
  /** A hint that there is work. */
  wake(): void;
  start(): void;
  /** Takes no new work and waits for what is in hand. */
  stop(): Promise<void>;
}

/**
 * Claims rows and works on them, several at a time. An error of one row is logged and left to the
 * lease: the row becomes due again by itself.
 */
export function createWorker(database: Database, logger: Logger, options: WorkerOptions): Worker {
  const pollMs = options.pollMs ?? 1_000;
  const inHand = new Set<Promise<void>>();
  let wakeUp: (() => void) | undefined;
  let woken = false;
  let stopped = false;
  let loop: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      const room = options.concurrency - inHand.size;
      const claimed = room > 0 ? await claimSome(room) : 0;
      if (claimed > 0 && claimed === room) continue;
      await sleepUntilWoken(
        inHand.size >= options.concurrency ? undefined : pollMs * (0.8 + Math.random() * 0.4),
      );
    }
  }

  async function claimSome(room: number): Promise<number> {
    try {
      const { token, ids } = options.claim
        ? await options.claim(room)
        : await claimDue(database, { ...options, batch: Math.min(options.batch, room) });
      for (const id of ids) {
        const work = options
          .handle(id, token)
          .catch((error) =>
            logger.error({ err: error, table: options.table }, 'work failed; its lease will end'),
          )
          .finally(() => {
            inHand.delete(work);
            wake();
          });
        inHand.add(work);
      }
      return ids.length;
    } catch (error) {
      logger.warn({ err: error, table: options.table }, 'claim failed');
      return 0;
    }
  }

  function sleepUntilWoken(ms: number | undefined): Promise<void> {
    if (woken || stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function wake(): void {
    woken = true;
    wakeUp?.();
  }

  return {
    wake,
    start: () => {
      loop = run();
    },
    stop: async () => {
      stopped = true;
      wake();
      await loop;
      await Promise.allSettled([...inHand]);
    },
  };
}
