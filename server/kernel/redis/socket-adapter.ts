import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from './redis.ts';

const STREAM = 'switchboard:sockets';

/** The time that a reader blocks before it reads again; a stop waits for it. */
const WAIT_MS = 1_000;

const STREAM_LENGTH_MAX = 10_000;

/**
 * Carries events and disconnections to the other servers. While Redis is unavailable, each server serves its own
 * sockets, and reads what the others have missed from the database.
 */
export function createClusterAdapter(redis: Redis): ReturnType<typeof createAdapter> {
  // The part of a client that the adapter uses. Publishing must neither wait for Redis nor hang.
  const publisher = {
    duplicate: () => withoutRejections(redis.openReader()),
    xAdd: (...args: never[]) => redis.run((client) => (client.xAdd as Command)(...args)),
    // The adapter ignores this promise.
    publish: (...args: never[]) =>
      redis.run((client) => (client.publish as Command)(...args)).catch(() => undefined),
    /** Identifies this client's package to the adapter. */
    sSubscribe: () => undefined,
  };
  return createAdapter(publisher, { streamName: STREAM, blockTimeInMs: WAIT_MS, maxLen: STREAM_LENGTH_MAX });
}

type Command = (...args: never[]) => Promise<unknown>;

/**
 * The adapter ignores its readers' promises: one that is stopped before it connects must not end the process.
 */
function withoutRejections(reader: ReturnType<Redis['openReader']>) {
  const connect = reader.connect.bind(reader);
  reader.connect = () => connect().catch(() => new Promise(() => undefined));
  return reader;
}
