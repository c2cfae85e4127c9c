import { createClient } from '@redis/client';
import type { Logger } from '../logging/logger.ts';

type Client = ReturnType<typeof makeClient>;

/** What several API servers share beside the database. Nothing is kept there that may not be lost. */
export interface Redis {
  /**
   * Runs a command. Rejects at once while Redis is away and after a quarter of a second in any case, so
   * that a request is never held up: callers handle the rejection.
   */
  ask<T>(command: (client: Client) => Promise<T>): Promise<T>;
  /** A connection of its own, for commands that wait; it waits for Redis when that is away. */
  openReader(): Client;
  /** Starts to connect, and goes on trying for as long as it takes. */
  start(): void;
  stop(): void;
}

const ANSWER_MS = 250;
/** After a command that was not answered, nobody asks for this long. */
const PAUSE_MS = 2_000;
const RETRY_MS = { first: 100, most: 3_000 };

/** Redis goes and comes back by itself; the log hears of each once. */
export function createRedis(url: string, logger: Logger): Redis {
  const readers: Client[] = [];
  let isAway = false;
  let pausedUntil = 0;
  const client = makeClient(url);
  client.on('error', hasGone);
  client.on('ready', isBack);

  function hasGone(error: unknown): void {
    if (!isAway) {
      logger.warn(
        { err: error },
        'Redis cannot be used: limits are counted by this server alone, and other servers do not hear of its events',
      );
    }
    isAway = true;
  }

  function isBack(): void {
    if (isAway) logger.info('Redis is back');
    isAway = false;
  }

  return {
    ask: async (command) => {
      if (performance.now() < pausedUntil) throw new Error('Redis did not answer a moment ago');
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          pausedUntil = performance.now() + PAUSE_MS;
          reject(new Error(`Redis did not answer within ${ANSWER_MS} ms`));
        }, ANSWER_MS);
      });
      try {
        const answer = await Promise.race([command(client), tooLate]);
        isBack();
        return answer;
      } catch (error) {
        hasGone(error);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    openReader: () => {
      const reader = client.duplicate({ disableOfflineQueue: false });
      // What goes wrong here has gone wrong with the client too, which says so.
      reader.on('error', () => undefined);
      readers.push(reader);
      return reader;
    },
    start: () => void client.connect().catch(hasGone),
    stop: () => {
      for (const one of [client, ...readers]) one.destroy();
    },
  };
}

function makeClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (retries) =>
        Math.min(RETRY_MS.first * 2 ** retries, RETRY_MS.most) + Math.random() * RETRY_MS.first,
    },
  });
}
