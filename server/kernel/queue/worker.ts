import type { Database } from '../../db/database.ts';
import type { Logger } from '../logging/logger.ts';
import { inSpan, type SpanStart } from '../tracing/tracing.ts';
import { type Claimed, claimDue, type Queue } from './queue.ts';

export interface WorkerOptions {
  queue: Queue;
  /** Works on one row. The token fences what is written: when the lease is lost, it changes nothing. */
  handle(id: Buffer, token: Buffer): Promise<void>;
  /** Takes up to so many rows, where the plain order of due rows is not the right one. */
  claim?(room: number, database: Database): Promise<Claimed>;
  /** Returns the id of a row as it stands elsewhere, for the log; by default the hexadecimal digits of its key. */
  nameOf?(id: Buffer): string;
  /** Whether the work belongs to the trace that has the row's id, which `tracing().queued` has begun. */
  isTracedByRow?: boolean;
  concurrency: number;
  pollMs?: number;
}

export interface Worker {
  /** A hint that there is work. */
  wake(): void;
  start(): void;
  /** Claims no more work and waits for the work in progress. */
  stop(): Promise<void>;
}

/**
 * Claims rows and handles several at a time. An error is logged; the row is due again when its lease ends.
 */
export function createWorker(database: Database, logger: Logger, options: WorkerOptions): Worker {
  const { queue, isTracedByRow = false, pollMs = 1_000 } = options;
  const { nameOf = (id: Buffer) => id.toString('hex') } = options;
  const claims = database.withShare('claims');
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
      const claim = options.claim ? options.claim(room, claims) : claimDue(claims, queue, room);
      const { token, ids } = await claim;
      for (const id of ids) {
        const work = inSpan(
          () => spanOf(queue, id, isTracedByRow),
          () => options.handle(id, token),
        )
          .catch((error) =>
            logger.error(
              { err: error, table: queue.table, id: nameOf(id) },
              'work failed; its lease will end',
            ),
          )
          .finally(() => {
            inHand.delete(work);
            wake();
          });
        inHand.add(work);
      }
      return ids.length;
    } catch (error) {
      logger.warn({ err: error, table: queue.table }, 'claim failed');
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

function spanOf({ table }: Queue, row: Buffer, isTracedByRow: boolean): SpanStart {
  return {
    name: `work ${table}`,
    kind: 'consumer',
    attributes: { 'messaging.destination.name': table, 'messaging.message.id': row.toString('hex') },
    // Other rows are worked on again and again, such as the lane of a workspace: each time is a trace of its own.
    ...(isTracedByRow ? { about: row } : {}),
  };
}
