import { createClient, ErrorReply } from '@redis/client';
import type { Logger } from '../logging/logger.ts';

type Client = ReturnType<typeof makeClient>;

/** Shared by several API servers, in addition to the database. Nothing in it is needed permanently. */
export interface Redis {
  /**
   * Runs a command. Rejects at once while Redis is unavailable, and after a quarter of a second in any case,
   * so that a request is never held up. Callers handle the rejection.
   */
  run<T>(command: (client: Client) => Promise<T>): Promise<T>;
  /** Returns whether Redis is unavailable, or has answered a command with an error in the last minute. */
  isFailing(): boolean;
  /** Opens a separate connection for commands that block; it waits while Redis is unavailable. */
  openReader(): Client;
  /** Starts to connect, and retries for as long as it takes. */
  start(): void;
  stop(): void;
}

const RESPONSE_MS = 250;
/** After a command without a response, no command is sent for this long. */
const PAUSE_MS = 2_000;
const RETRY_MS = { first: 100, most: 3_000 };

/** The time between two log lines about commands that Redis refuses. */
const REFUSED_MS = 60_000;

/**
 * Creates the connection to Redis, which reconnects automatically. Logs each loss and recovery once, and once a minute that Redis
 * answers with errors: it may refuse some commands and not others, because its memory is full or it is a replica.
 */
export function createRedis(url: string, logger: Logger): Redis {
  const readers: Client[] = [];
  let isUnavailable = false;
  let pausedUntil = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const client = makeClient(url);
  client.on('error', noteFailure);
  client.on('ready', markAvailable);

  function noteFailure(error: unknown): void {
    if (error instanceof ErrorReply) noteRefusal(error);
    else markUnavailable(error);
  }

  function noteRefusal(error: ErrorReply): void {
    refusedAt = performance.now();
    if (refusedAt - loggedAt < REFUSED_MS) return;
    loggedAt = refusedAt;
    logger.warn(
      { err: error },
      'Redis answers with an error: this server counts limits alone, or other servers do not receive its events',
    );
  }

  function markUnavailable(error: unknown): void {
    if (!isUnavailable) {
      logger.warn(
        { err: error },
        'Redis is unavailable: this server counts limits alone, and other servers do not receive its events',
      );
    }
    isUnavailable = true;
  }

  function markAvailable(): void {
    if (isUnavailable) logger.info('Redis is back');
    isUnavailable = false;
  }

  return {
    run: async (command) => {
      if (performance.now() < pausedUntil) throw new Error('Redis did not respond recently');
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          pausedUntil = performance.now() + PAUSE_MS;
          reject(new Error(`Redis did not respond within ${RESPONSE_MS} ms`));
        }, RESPONSE_MS);
      });
      try {
        const answer = await Promise.race([command(client), timeout]);
        markAvailable();
        return answer;
      } catch (error) {
        noteFailure(error);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    isFailing: () => isUnavailable || performance.now() - refusedAt < REFUSED_MS,
    openReader: () => {
      const reader = client.duplicate({ disableOfflineQueue: false });
      // The client has the same errors, and reports them.
      reader.on('error', () => undefined);
      readers.push(reader);
      return reader;
    },
    start: () => void client.connect().catch(noteFailure),
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
